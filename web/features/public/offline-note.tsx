import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useGalleryAccess, useAccessState } from './door-context.ts';

/** Says that the network is gone while the gallery stays on the screen. */
export function OfflineNote() {
  const { t } = useTranslation(['public', 'common']);
  const door = useGalleryAccess();
  const state = useAccessState(door);
  if (state.phase !== 'open' || !state.offline) return null;
  return (
    <div className="sticky top-2 z-10 mx-auto w-full max-w-[40rem] px-3 pb-4">
      <Banner
        tone="warning"
        title={t('offline.title')}
        action={
          <Button size="small" onClick={() => void door.renew()}>
            {t('common:retry')}
          </Button>
        }
      >
        {t('offline.text')}
      </Banner>
    </div>
  );
}
