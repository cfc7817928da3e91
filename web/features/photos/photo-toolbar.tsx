import { clsx } from 'clsx';
import { FolderOpen, FolderPlus, ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { GALLERY_SORTS, type GallerySort } from '#core/domain/galleries/galleries.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Slider } from '#web/components/ui/inputs/slider.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { ACCEPTED_FILE_TYPES } from '#web/features/uploads/file-check.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { FilterBar } from './filter-bar.tsx';
import { type FilterCounts, NO_FILTER, type PhotoFilter } from './filters.ts';
import type { SectionRow } from './sections.ts';
import { TILE_SIZES } from './tile-size.ts';

interface PhotoToolbarProps {
  filter: PhotoFilter;
  counts: FilterCounts;
  sections: readonly SectionRow[];
  shown: number;
  total: number;
  sortBy: GallerySort;
  changeable: boolean;
  /** True while the selection bar replaces it at the same height. */
  covered: boolean;
  tileSize: number;
  onFilter: (filter: PhotoFilter) => void;
  onSort: (sortBy: GallerySort) => void;
  onNewSection: () => void;
  onTileSize: (size: number) => void;
  /** Null if the member may not upload, or the page has an upload field. */
  onUpload: ((files: File[]) => void) | null;
}

/**
 * Search, filters, order, tile size and upload above the photos; stays while they scroll. On phones it is one row, with
 * search, filters and upload; the rest is in the filters' sheet. A second row says how many photos a filter shows.
 */
export function PhotoToolbar({ covered, filter, counts, sections, onFilter, ...props }: PhotoToolbarProps) {
  const { onUpload } = props;
  const { t } = useTranslation('photos');
  return (
    <div
      className={clsx(
        'contents md:sticky md:top-0 md:z-20 md:-mx-2 md:items-center md:gap-2 md:bg-paper md:px-2 md:py-1.5',
        covered ? 'md:hidden' : 'md:flex',
      )}
    >
      <div className="flex items-center gap-2 max-md:sticky max-md:top-0 max-md:z-20 max-md:-mx-4 max-md:bg-paper max-md:px-4 max-md:py-1.5 md:contents">
        <FilterBar {...{ filter, counts, sections }} onChange={onFilter}>
          <div className="flex flex-col gap-5">
            <OrderField {...props} isLabelled />
            <TileSize labelled size={props.tileSize} onChange={props.onTileSize} />
          </div>
        </FilterBar>
        {props.changeable && <NewSection onClick={props.onNewSection} className="md:hidden" />}
        {onUpload && (
          <div className="flex shrink-0 gap-2 md:order-last">
            <FilePicker
              label={t('drop.files')}
              text={t('drop.add')}
              textClass="max-lg:sr-only"
              icon={<ImagePlus />}
              accept={ACCEPTED_FILE_TYPES}
              multiple
              onFiles={onUpload}
            />
            <FilePicker
              label={t('drop.folder')}
              textClass="sr-only"
              icon={<FolderOpen />}
              folder
              onFiles={onUpload}
              className="max-md:hidden"
            />
          </div>
        )}
      </div>
      <ViewFields filter={filter} onFilter={onFilter} {...props} />
    </div>
  );
}

type ViewFieldsProps = Omit<PhotoToolbarProps, 'covered' | 'counts' | 'sections' | 'onUpload'>;

/** The number of photos, their order and their size. */
function ViewFields({ shown, total, sortBy, changeable, tileSize, onFilter, ...actions }: ViewFieldsProps) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  return (
    <div className={clsx('flex min-w-0 items-center gap-2 md:grow', shown === total && 'max-md:sr-only')}>
      <output data-figures className="whitespace-nowrap text-soft">
        {shown === total
          ? t('photoCount', { count: total })
          : t('filter.shown', { count: total, shown: format.number(shown), total: format.number(total) })}
      </output>
      {shown < total && (
        <Button size="small" variant="quiet" className="shrink-0 whitespace-nowrap" onClick={() => onFilter(NO_FILTER)}>
          {t('filter.clear')}
        </Button>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-2 *:min-w-0 max-md:hidden">
        <TileSize size={tileSize} onChange={actions.onTileSize} />
        {changeable && <NewSection onClick={actions.onNewSection} className="shrink-0" />}
        <OrderField {...{ sortBy, changeable }} onSort={actions.onSort} />
      </div>
    </div>
  );
}

function NewSection(props: { onClick: () => void; className: string }) {
  const { t } = useTranslation('sections');
  return <IconButton {...props} label={t('new')} icon={<FolderPlus aria-hidden />} />;
}

interface OrderFieldProps extends Pick<PhotoToolbarProps, 'sortBy' | 'changeable' | 'onSort'> {
  isLabelled?: boolean;
}

function OrderField({ sortBy, changeable, onSort, isLabelled = false }: OrderFieldProps) {
  const { t } = useTranslation('galleries');
  return (
    <Field label={t('order')} hideLabel={!isLabelled}>
      <Select
        value={sortBy}
        disabled={!changeable}
        onChange={({ target }) => onSort(GALLERY_SORTS.find((each) => each === target.value) ?? 'captured_at')}
        options={GALLERY_SORTS.map((value) => ({ value, label: t(`orders.${value}`) }))}
        className={isLabelled ? 'w-full' : 'max-w-56'}
      />
    </Field>
  );
}

interface TileSizeProps {
  size: number;
  onChange: (size: number) => void;
  /** With its label, in the sheet of phones. */
  labelled?: boolean;
}

/** Size of the tiles, kept on this device. */
function TileSize({ size, onChange, labelled = false }: TileSizeProps) {
  const { t } = useTranslation('photos');
  const text = t('tileSize.value', { size: size + 1, count: TILE_SIZES });
  const range = { min: 0, max: TILE_SIZES - 1, value: size };
  if (labelled) return <Slider {...range} label={t('tileSize.label')} text={text} onChange={onChange} />;
  return (
    <input
      {...range}
      type="range"
      aria-label={t('tileSize.label')}
      aria-valuetext={text}
      title={t('tileSize.label')}
      onChange={({ target }) => onChange(target.valueAsNumber)}
      className="h-control w-20 shrink-0 cursor-pointer accent-soft max-md:hidden"
    />
  );
}
