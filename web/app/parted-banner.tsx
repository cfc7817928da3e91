import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { useAccounts } from '#web/lib/accounts.tsx';

/** Where this person is now, when the studio they worked in is theirs no more. */
export function PartedBanner() {
  const { t } = useTranslation('team');
  const { parted, current, dismissParted } = useAccounts();
  if (!parted) return null;
  const nowhere = t(parted.why === 'closed' ? 'parted.reopen' : 'parted.nowhere');
  return (
    <Banner title={t(`parted.${parted.why}`, { studio: parted.account.name })} onDismiss={dismissParted}>
      {current ? t('parted.here', { studio: current.name }) : nowhere}
    </Banner>
  );
}
