import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { useAccounts } from '#web/lib/accounts.tsx';

/** Where this person is now, when the studio they worked in is theirs no more. */
export function LeftAccountBanner() {
  const { t } = useTranslation('team');
  const { leftAccount, current, dismissLeftAccount } = useAccounts();
  if (!leftAccount) return null;
  const nowhere = t(leftAccount.why === 'closed' ? 'parted.reopen' : 'parted.nowhere');
  return (
    <Banner title={t(`parted.${leftAccount.why}`, { studio: leftAccount.account.name })} onDismiss={dismissLeftAccount}>
      {current ? t('parted.here', { studio: current.name }) : nowhere}
    </Banner>
  );
}
