import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useStore } from '#web/lib/store.tsx';

/** Says when the live connection is gone, what is safe, and what to do. Silent while connecting: that is normal. */
export function ConnectionBanner() {
  const { t } = useTranslation('app');
  const { status, reconnect } = useStore();
  if (status === 'connected' || status === 'connecting') return null;
  return (
    <Banner
      tone="warning"
      title={t(`connection.${status}.title`)}
      action={
        <Button size="small" onClick={reconnect}>
          {t('connection.reconnect')}
        </Button>
      }
    >
      {t(`connection.${status}.text`)}
    </Banner>
  );
}
