import { ChevronsUpDown, Mail, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Account } from '#core/domain/accounts.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { useOwnInvites } from '#web/features/team/use-own-invites.ts';
import { useAccount, useAccounts } from '#web/lib/accounts.tsx';
import { joinHref, paths } from './paths.ts';
import { useConfirmLeave } from './use-leave.tsx';

/** Which studio this is, and the way to another: one's own, or one that somebody invites to. */
export function AccountMenu() {
  const { t } = useTranslation(['accounts', 'team']);
  const navigate = useNavigate();
  const { accounts, select, reload } = useAccounts();
  const { invites, refresh } = useOwnInvites();
  const current = useAccount();
  const { leave, dialog } = useConfirmLeave();
  const turnTo = (account: Account) => {
    select(account);
    void navigate(paths.home);
  };
  const update = () => {
    // Somebody may have taken them out of another studio, or invited them to one.
    reload();
    refresh();
  };
  const invited = {
    label: t('team:own.menu'),
    items: invites.map(({ id, studio }) => ({
      label: studio,
      icon: <Mail />,
      onSelect: () => leave(() => void navigate(joinHref(id))),
    })),
  };
  return (
    <>
      <Menu
        align="start"
        onOpenChange={(open) => open && update()}
        trigger={
          <Button variant="quiet" className="min-w-0 justify-between! px-3! max-md:-ml-3 group-data-narrow/rail:hidden">
            <span className="truncate">{current.name}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-soft" strokeWidth={1.75} />
          </Button>
        }
        groups={[
          {
            label: t('switchAccount'),
            items: accounts.map((account) => ({
              label: account.name,
              checked: account.id === current.id,
              onSelect: () => (account.id === current.id ? turnTo(account) : leave(() => turnTo(account))),
            })),
          },
          ...(invites.length > 0 ? [invited] : []),
          {
            items: [
              { label: t('openAnother'), icon: <Plus />, onSelect: () => leave(() => void navigate(paths.newAccount)) },
            ],
          },
        ]}
      />
      {dialog}
    </>
  );
}
