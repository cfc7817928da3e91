import {
  memo,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import { photoAfterKey } from '#web/lib/grid-keys.ts';
import type { Tile } from '#web/lib/justified-rows.ts';
import { photoHash } from './photo-address.ts';
import { PhotoImage } from './photo-image.tsx';
import { useGridView } from '#web/lib/use-grid-view.ts';
import { gridOptions } from './grid-options.ts';
import type { Density } from './studio-look.ts';

export interface PhotoGridHandle {
  /** Brings a photo into view and gives it the focus, wherever the page was scrolled to. */
  focusPhoto: (index: number) => void;
}

interface PhotoGridProps {
  galleryId: string;
  photos: readonly PublicPhoto[];
  density: Density;
  rounded: boolean;
  onOpen: (photoId: string) => void;
  ref?: Ref<PhotoGridHandle>;
}

/** Photographs in justified rows; only those near the window are in the document. Arrow keys move between them. */
export function PhotoGrid({ galleryId, photos, density, rounded, onOpen, ref }: PhotoGridProps) {
  const { t } = useTranslation('public');
  const element = useRef<HTMLElement>(null);
  const ratios = useMemo(() => photos.map((photo) => photo.width / photo.height), [photos]);
  const optionsFor = useCallback((width: number) => gridOptions(width, density), [density]);
  const { layout, first, end } = useGridView(element, ratios, optionsFor);
  // The focused photo stays in the document, or scrolling away would throw the keyboard back to the page's top.
  const [focused, setFocused] = useState<number | null>(null);

  const focusPhoto = (index: number) => {
    const tile = layout.tiles[index];
    if (element.current && tile) reveal(element.current, tile);
    // A microtask later, because this is called from effects too, where React refuses to render at once.
    queueMicrotask(() => {
      flushSync(() => setFocused(index));
      element.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
    });
  };
  useImperativeHandle(ref, () => ({ focusPhoto }));

  const onKeyDown = (event: KeyboardEvent) => {
    if (focused === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = photoAfterKey(layout, focused, event.key);
    if (next === null) return;
    event.preventDefault();
    focusPhoto(next);
  };

  // One list in the gallery's order: an element that changed its place in the tree would lose the focus.
  const shown = layout.tiles.slice(first, end);
  const kept = focused === null ? undefined : layout.tiles[focused];
  if (kept && kept.index < first) shown.unshift(kept);
  if (kept && kept.index >= end) shown.push(kept);
  const link = (tile: Tile) => {
    const photo = photos[tile.index];
    return (
      photo && (
        <PhotoLink
          key={photo.id}
          galleryId={galleryId}
          photo={photo}
          tile={tile}
          label={t('photoOf', { number: tile.index + 1, total: photos.length })}
          rounded={rounded}
          onOpen={onOpen}
          onFocus={setFocused}
        />
      )
    );
  };
  return (
    // Keys are handled here for the links inside; the section itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={element}
      aria-label={t('photos')}
      className="relative [overflow-anchor:none]"
      style={{ height: layout.height }}
      onKeyDown={onKeyDown}
    >
      {shown.map(link)}
    </section>
  );
}

/** Scrolls as little as shows the whole tile, whether or not it is in the document. */
function reveal(grid: HTMLElement, tile: Tile) {
  const top = grid.getBoundingClientRect().top + tile.top;
  const below = top + tile.height - innerHeight;
  const moved = top < 0 || tile.height > innerHeight ? top : Math.max(0, below);
  if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
}

interface PhotoLinkProps {
  galleryId: string;
  photo: PublicPhoto;
  tile: Tile;
  label: string;
  rounded: boolean;
  onOpen: (photoId: string) => void;
  onFocus: (index: number) => void;
}

/** Memoised: scrolling then only touches the rows that come and go. */
const PhotoLink = memo(function PhotoLink({ galleryId, photo, tile, label, rounded, onOpen, onFocus }: PhotoLinkProps) {
  const open = (event: MouseEvent) => {
    // A new tab or window is the browser's: the link leads to the photo's own address.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(photo.id);
  };
  const { left, top, width, height } = tile;
  return (
    <a
      href={photoHash(photo.id)}
      data-index={tile.index}
      data-photo={photo.id}
      className={`absolute block contain-strict ${rounded ? 'rounded-sheet' : 'rounded-print'}`}
      style={{ left, top, width, height }}
      onClick={open}
      onFocus={() => onFocus(tile.index)}
    >
      <PhotoImage galleryId={galleryId} photo={photo} alt={label} sizes={`${Math.ceil(width)}px`} />
    </a>
  );
});
