import { useZero } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import type { ReloadNeed } from '#web/lib/sync/store-status.ts';
import { useStorageKept } from '#web/lib/browser/use-storage-kept.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useOnline } from '#web/lib/sync/use-online.ts';
import { PRODUCT_NAME } from './product-name.tsx';

/**
 * Tells that the live connection is lost, that changes are safe, and how to reconnect, or that the page has to be
 * reloaded. Hidden while connecting, unless the device is offline, and while a sign-out closes the store.
 */
export function ConnectionBanner() {
  const { t } = useTranslation(['app', 'common']);
  const { status, error, isRefused, reloadNeed, reconnect } = useStore();
  const { closed } = useZero();
  const online = useOnline();
  const lost = online && status !== 'disconnected' ? null : 'disconnected';
  const state = status !== 'error' ? lost : isRefused ? 'refused' : 'error';
  const isKept = useStorageKept(state !== null);
  if (closed) return null;
  if (reloadNeed) return <ReloadBanner reason={reloadNeed.reason} />;
  if (!state) return null;
  return (
    <Banner
      tone="warning"
      title={t(`connection.${state}.title`)}
      // Offline, the store reconnects automatically as soon as the network returns.
      action={
        online && (
          <Button size="small" onClick={reconnect}>
            {t('connection.reconnect')}
          </Button>
        )
      }
    >
      {t(`connection.${state}.text`)}
      {!isKept && ` ${t('connection.untilWhen')}`}
      {online && error && (
        <p className="mt-1 text-caption wrap-anywhere">
          {`${t('common:crash.details')}: `}
          <code className="font-mono">{error.message}</code>
        </p>
      )}
    </Banner>
  );
}

function ReloadBanner({ reason }: { reason: ReloadNeed['reason'] }) {
  const { t } = useTranslation(['app', 'common']);
  const { status } = useStore();
  const text = reason === 'blocked' ? 'outdated.others' : status === 'error' ? 'outdated.stopped' : 'outdated.text';
  return (
    <Banner
      title={t(`outdated.${reason}`)}
      action={
        <Button size="small" onClick={() => location.reload()}>
          {t('common:reload')}
        </Button>
      }
    >
      {t(text, { product: PRODUCT_NAME })}
    </Banner>
  );
}

/** Tells why the open studio changed after this person left it, closed it or was removed from it. */
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
