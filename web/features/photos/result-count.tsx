import { clsx } from 'clsx';
import { FolderPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { GALLERY_SORTS, type GallerySort } from '#core/domain/galleries.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';

interface ResultCountProps {
  shown: number;
  total: number;
  sortBy: GallerySort;
  changeable: boolean;
  /** True while the selection bar covers this row; it keeps its space so that the grid does not move. */
  covered: boolean;
  onAll: () => void;
  onSort: (sortBy: GallerySort) => void;
  onNewSection: () => void;
}

/** Shows the number of photos and their order. */
export function ResultCount({ shown, total, sortBy, changeable, covered, ...actions }: ResultCountProps) {
  const { t } = useTranslation(['photos', 'sections', 'galleries']);
  const format = useFormat();
  return (
    <div className={clsx('flex min-h-14 items-center gap-2', covered && 'md:hidden')}>
      <output data-figures className="whitespace-nowrap text-soft">
        {shown === total
          ? t('photoCount', { count: total })
          : t('filter.shown', { shown: format.number(shown), total: format.number(total) })}
      </output>
      {shown < total && (
        <Button size="small" variant="quiet" onClick={actions.onAll}>
          {t('filter.clear')}
        </Button>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-2 *:min-w-0">
        {changeable && (
          <>
            <Button
              size="small"
              variant="quiet"
              icon={<FolderPlus />}
              onClick={actions.onNewSection}
              className="max-sm:hidden"
            >
              {t('sections:new')}
            </Button>
            <IconButton
              label={t('sections:new')}
              icon={<FolderPlus aria-hidden />}
              onClick={actions.onNewSection}
              className="sm:hidden"
            />
          </>
        )}
        <Field label={t('galleries:order')} hideLabel>
          <Select
            value={sortBy}
            disabled={!changeable}
            onChange={({ target }) =>
              actions.onSort(GALLERY_SORTS.find((each) => each === target.value) ?? 'captured_at')
            }
            options={GALLERY_SORTS.map((value) => ({ value, label: t(`galleries:orders.${value}`) }))}
            className="max-w-56"
          />
        </Field>
      </div>
    </div>
  );
}
