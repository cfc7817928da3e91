import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Progress } from '#web/components/ui/progress.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';

/** How far the making anew of a gallery's pictures has come; nothing while all are as they are to be. */
export function RenditionProgress({ galleryId }: { galleryId: string }) {
  const { t } = useTranslation('watermarks');
  const [photos] = useQuery(queries.galleries.photos({ galleryId }));
  const ready = photos.filter(({ status }) => status === 'ready');
  const done = ready.filter(({ lookVersion, renderedVersion }) => lookVersion === renderedVersion).length;
  if (done === ready.length) return null;
  const number = (value: number) => formatNumber(value, currentLanguage());
  return (
    <div className="flex flex-col gap-1.5">
      <Progress
        label={t('choice.progress')}
        value={done / ready.length}
        text={t('choice.progressText', { done: number(done), total: number(ready.length) })}
      />
      <p className="text-caption text-soft">{t('choice.progressHint')}</p>
    </div>
  );
}
