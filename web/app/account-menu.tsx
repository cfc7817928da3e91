import { ChevronsUpDown, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Account } from '#core/domain/accounts.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts.tsx';
import { paths } from './paths.ts';
import { useLeave } from './use-leave.tsx';

/** Which studio this is, and the way to another. */
export function AccountMenu() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const { accounts, select } = useAccounts();
  const current = useAccount();
  const { leave, dialog } = useLeave();
  const turnTo = (account: Account) => {
    select(account);
    void navigate(paths.home);
  };
  return (
    <>
      <Menu
        align="start"
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
