import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';

const PHOTO_ORDERS = ['arranged', 'captured', 'name'] as const;
type PhotoOrder = (typeof PHOTO_ORDERS)[number];

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Returns the photos whose filename contains the text, in any case, in the chosen order; null if both leave the gallery
 * as the studio arranged it.
 */
export function findPhotos(photos: readonly PublicPhoto[], text: string, order: PhotoOrder): PublicPhoto[] | null {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted && order === 'arranged') return null;
  const found = photos.filter(({ filename }) => filename.toLocaleLowerCase().includes(wanted));
  if (order === 'name') found.sort((a, b) => names.compare(a.filename, b.filename));
  if (order === 'captured') found.sort((a, b) => (a.captureRank ?? 0) - (b.captureRank ?? 0));
  return found;
}

interface FindBarProps {
  photos: readonly PublicPhoto[];
  /** Called with the photos to show; null shows the gallery as arranged. */
  onFound: (photos: readonly PublicPhoto[] | null) => void;
  onClose: () => void;
}

/** Searches the gallery's photos by filename and sorts them. Escape closes it. */
export function FindBar({ photos, onFound, onClose }: FindBarProps) {
  const { t } = useTranslation(['public', 'common']);
  const bar = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [order, setOrder] = useState<PhotoOrder>('arranged');
  const found = useMemo(() => findPhotos(photos, text, order), [photos, text, order]);
  const tell = useEffectEvent(onFound);
  useEffect(() => tell(found), [found]);
  useEffect(() => {
    bar.current?.querySelector('input')?.focus();
    return () => tell(null);
  }, []);
  return (
    <>
      {/* Handles the keys of the fields inside; the bar itself is never focused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={bar}
        className="sticky top-0 z-10 mb-2 flex items-center gap-2 border-b border-line bg-paper px-3 py-2 md:px-8 print:hidden"
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <SearchInput value={text} onChange={setText} label={t('find.label')} />
        <div className="w-36 shrink-0 sm:w-44">
          <Select
            aria-label={t('find.order')}
            value={order}
            onChange={(event) => setOrder(PHOTO_ORDERS.find((known) => known === event.target.value) ?? 'arranged')}
            options={PHOTO_ORDERS.map((value) => ({ value, label: t(`find.orders.${value}`) }))}
          />
        </div>
        <output className="text-caption text-soft tabular-nums max-sm:sr-only sm:ml-auto">
          {found && t('photoCount', { count: found.length })}
        </output>
        <IconButton label={t('common:close')} icon={<X aria-hidden />} onClick={onClose} className="max-sm:-mr-2" />
      </div>
      {found?.length === 0 && (
        <EmptyState title={t('find.none')}>{t('find.noneText', { text: text.trim() })}</EmptyState>
      )}
    </>
  );
}
