import { LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LANGUAGES } from '#core/domain/languages.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { changeLanguage, currentLanguage } from '#web/lib/i18n.ts';
import { THEMES } from '#web/lib/theme.ts';
import { useTheme } from '#web/lib/theme-provider.tsx';
import { paths } from './paths.ts';
import { useConfirmLeave } from './use-leave.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Who is signed in, how it looks, in which language, and the way out. */
export function UserMenu() {
  const { t } = useTranslation(['common', 'app', 'security']);
  const { session } = useAuth();
  const { theme, setTheme } = useTheme();
  const navigate = useNavigate();
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
              checked: currentLanguage() === language,
              onSelect: () => void changeLanguage(language),
            })),
          },
        ]}
      />
      {dialog}
    </>
  );
}
