import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useStore } from '#web/lib/store.tsx';
import { useOnline } from '#web/lib/use-online.ts';

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
