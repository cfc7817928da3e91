import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useStore } from '#web/lib/sync/store.tsx';
import { useOnline } from '#web/lib/sync/use-online.ts';

/**
 * Says when the live connection is gone, what is safe, and what to do. Silent while connecting, which is normal, unless
 * the device itself has no network: the store tries for a minute before it calls that a disconnection.
 */
export function ConnectionBanner() {
  const { t } = useTranslation('app');
  const { status, reconnect } = useStore();
  const online = useOnline();
  const state = status === 'error' ? 'error' : online && status !== 'disconnected' ? null : 'disconnected';
  if (!state) return null;
  return (
    <Banner
      tone="warning"
      title={t(`connection.${state}.title`)}
      // Without a network it comes back by itself with it.
      action={
        online && (
          <Button size="small" onClick={reconnect}>
            {t('connection.reconnect')}
          </Button>
        )
      }
    >
      {t(`connection.${state}.text`)}
    </Banner>
  );
}

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
