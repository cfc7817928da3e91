import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { cameraName } from './filters.ts';
import { groupBy, toIds, type PhotoRow } from './photo-rows.ts';

interface CameraListProps {
  selected: readonly PhotoRow[];
  photos: readonly PhotoRow[];
  onSelect: (ids: readonly string[]) => void;
}

/** The cameras among the selected, each with a way to take all that it took. */
export function CameraList({ selected, photos, onSelect }: CameraListProps) {
  const { t } = useTranslation('photos');
  const all = groupBy(photos, cameraName);
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {[...groupBy(selected, cameraName)].map(([camera, chosen]) => {
        const theirs = all.get(camera) ?? chosen;
        return (
          <li key={camera} className="flex min-h-control items-center justify-between gap-3 py-1">
            <span className="min-w-0 truncate">{camera || t('filter.unknownCamera')}</span>
            <span data-figures className="flex shrink-0 items-center gap-2 text-soft">
              {t('time.ofCamera', { count: chosen.length, total: theirs.length })}
              {chosen.length < theirs.length && (
                <Button size="small" variant="quiet" onClick={() => onSelect(toIds(theirs))}>
                  {t('time.takeAll')}
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
