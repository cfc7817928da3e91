import { ChevronsUpDown, LogOut, Mail, Plus, ShieldCheck, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Account } from '#core/domain/studio/accounts.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Avatar } from '#web/components/ui/lists/avatar.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import type { Own } from '#web/features/team/own-invites.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { changeLanguage } from '#web/lib/i18n/i18n.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { joinHref, paths } from '#web/lib/paths.ts';
import { THEMES, useTheme } from '#web/lib/theme/theme.tsx';
import type { AccountOfRoute } from './route-guard.tsx';
import { useConfirmLeave, useSignOut } from './use-sign-out.tsx';

/** Shows the selected studio and switches to another one, or to a pending invitation. The frame shows it twice. */
export function AccountMenu({ own: { invites, refresh } }: { own: Own }) {
  const { t } = useTranslation(['accounts', 'team']);
  const navigate = useNavigate();
  const { accounts, reload } = useAccounts();
  const current = useAccount();
  const { leave, dialog } = useConfirmLeave();
  // The route selects the studio once the navigation has passed: a page with unsaved changes asks before, and stays.
  const turnTo = ({ id }: Account) => void navigate(paths.home, { state: { accountId: id } satisfies AccountOfRoute });
  const update = () => {
    // Memberships may have changed: reload.
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
          <Button
            variant="quiet"
            className="min-w-0 justify-between! px-3! max-md:-ml-3 group-data-narrow/rail:justify-center! group-data-narrow/rail:gap-1 group-data-narrow/rail:px-0!"
          >
            <span className="hidden group-data-narrow/rail:contents">
              <Avatar name={current.name} />
            </span>
            <span className="truncate group-data-narrow/rail:sr-only">{current.name}</span>
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

/** Menu of the signed-in user: theme, language and sign-out. */
export function UserMenu() {
  const { t } = useTranslation(['common', 'app', 'security']);
  const { session } = useAuth();
  const { theme, setTheme } = useTheme();
  const navigate = useNavigate();
  const current = useLanguage();
  const signOut = useSignOut();
  const { leave, dialog } = useConfirmLeave({ signsOut: true });
  return (
    <>
      <Menu
        trigger={<IconButton label={t('app:userMenu')} icon={<UserRound aria-hidden />} />}
        groups={[
          {
            label: session?.user.email ?? '',
            items: [
              { label: t('security:title'), icon: <ShieldCheck />, onSelect: () => void navigate(paths.security) },
              { label: t('signOut'), icon: <LogOut />, onSelect: () => leave(() => void signOut()) },
            ],
          },
          {
            label: t('theme'),
            items: THEMES.map((choice) => ({
              label: t(`themes.${choice}`),
              checked: theme === choice,
              onSelect: () => setTheme(choice),
            })),
          },
          {
            label: t('language'),
            items: LANGUAGES.map((language) => ({
              label: t(`languages.${language}`),
              checked: current === language,
              onSelect: () => void changeLanguage(language),
            })),
          },
        ]}
      />
      {dialog}
    </>
  );
}
