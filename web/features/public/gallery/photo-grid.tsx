import { clsx } from 'clsx';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import type { GalleryDesign } from '#core/domain/galleries/galleries.ts';
import type { StudioTheme } from '#core/domain/branding/theme.ts';
import { type GridOptions, photoAfterKey, type Tile } from '#web/lib/photo-grid/justified-rows.ts';
import { useGridView } from '#web/lib/photo-grid/use-grid-view.ts';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import { type GallerySection, namedSections } from '../photos/sections.ts';
import type { PhotoSelection } from '../photos/use-photo-selection.ts';
import { PhotoLink } from './photo-link.tsx';
import { SectionHeading } from './section-heading.tsx';
import { type Heading, layoutSections, scaled } from './section-layout.ts';

/** Space around and between the photos. */
type Density = StudioTheme['spacing'];

const GAPS: Record<Density, { phone: number; desk: number; scale: number }> = {
  compact: { phone: 2, desk: 4, scale: 0.85 },
  standard: { phone: 6, desk: 12, scale: 1 },
  spacious: { phone: 12, desk: 28, scale: 1.15 },
};

/** Classes of the space beside the photos. */
export const GRID_MARGINS = { compact: 'px-0.5 md:px-1', standard: 'px-1.5 md:px-8', spacious: 'px-3 md:px-16' };

/** Width in pixels below which rows hold one photo or two of like shape, for phones. */
const PHONE_WIDTH = 640;
/** Width in pixels for which the server lays out the grid, a phone's. */
const ASSUMED_WIDTH = 363;

/** Narrowest photo that shares a row on a phone, divided by the grid's width: 163 px of 363. */
const MIN_PART = 0.45;

/**
 * Returns row height and gaps for a width in pixels, by the gallery's design. On phones all of them are parts
 * of the width, so that every phone has the rows of the server's HTML.
 */
function gridOptions(width: number, density: Density, { layout, photoSize = 'medium' }: GalleryDesign): GridOptions {
  const { phone, desk, scale } = GAPS[density];
  const size = SIZES[photoSize];
  const columns = layout === 'columns' ? { columns: columnsOf(width, size) } : {};
  if (width < PHONE_WIDTH) {
    const gap = (phone * width) / ASSUMED_WIDTH;
    // Large photos have rows of their own.
    const minWidth = width * (photoSize === 'large' ? 1 : MIN_PART);
    return { width, gap, rowHeight: width * 0.62 * scale * Math.min(1, size), minWidth, ...columns };
  }
  const rowHeight = Math.min(440, Math.max(260, 190 + width * 0.11)) * scale * size;
  return { width, gap: desk, rowHeight, ...columns };
}

const SIZES = { small: 0.7, medium: 1, large: 1.4 };

/** Columns of about 340 px; two on a phone, one of large photos. */
function columnsOf(width: number, size: number): number {
  if (width < PHONE_WIDTH) return size > 1 ? 1 : 2;
  return Math.max(2, Math.round(width / (340 * size)));
}

export interface PhotoGridHandle {
  /** Scrolls to a photo and focuses it. */
  focusPhoto: (index: number) => void;
}

interface PhotoGridProps {
  galleryId: string;
  /** Loaded photos; may be only the first ones. */
  photos: readonly PublicPhoto[];
  /** Number of photos of the gallery. */
  total: number;
  sections: readonly GallerySection[];
  /** Null: a click opens the photo. Otherwise it selects the photo. */
  choice: PhotoSelection | null;
  /** Null for visitors who cannot choose. */
  parts: ProofingParts | null;
  density: Density;
  design: GalleryDesign;
  onOpen: (photoId: string) => void;
  ref?: Ref<PhotoGridHandle>;
}

/** Photos in justified rows or columns. Renders only those near the window. Arrow keys move between photos. */
export function PhotoGrid(props: PhotoGridProps) {
  const { galleryId, photos, total, sections, choice, parts, density, design, onOpen, ref } = props;
  const { t } = useTranslation('public');
  const element = useRef<HTMLElement>(null);
  const ratios = useMemo(() => photos.map((photo) => photo.width / photo.height), [photos]);
  const optionsFor = useCallback((width: number) => gridOptions(width, density, design), [density, design]);
  const layOut = useCallback(
    (given: readonly number[], options: GridOptions) => layoutSections(sections, given, options),
    [sections],
  );
  const { layout, first, end, width, measured } = useGridView(element, ratios, optionsFor, layOut, ASSUMED_WIDTH);
  // Until the width is known the layout scales with the window, as the server's HTML does.
  const scale = measured ? null : 100 / width;
  // Keep the focused photo rendered, or scrolling away would move the focus to the top of the page.
  const [focused, setFocused] = useState<number | null>(null);
  // The server's links take the focus before the script listens.
  useLayoutEffect(() => {
    const index = element.current?.querySelector<HTMLElement>('[data-index]:focus')?.dataset['index'];
    if (index) setFocused(Number(index));
  }, []);

  const focusPhoto = (index: number) => {
    const tile = layout.tiles[index];
    if (element.current && tile) reveal(element.current, tile, namedSections(sections).length > 1 ? NAV_PX : 0);
    // Defer by a microtask: effects call this too, and React refuses `flushSync` during an effect.
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

  const labelOf = useCallback(
    ({ video }: PublicPhoto, index: number) =>
      t(video === undefined ? 'photoOf' : 'videoOf', { number: index + 1, total, length: video ?? '' }),
    [t, total],
  );
  const toggle = choice?.toggle ?? nothing;
  const isChosen = ({ first: from, count }: GallerySection) =>
    choice && photos.slice(from, from + count).every(({ id }) => choice.chosen.has(id));
  // Render one list in gallery order: an element that moves in the tree would lose the focus.
  const shown = layout.tiles.slice(first, end);
  const focusedTile = focused === null ? undefined : layout.tiles[focused];
  if (focusedTile && focusedTile.index < first) shown.unshift(focusedTile);
  if (focusedTile && focusedTile.index >= end) shown.push(focusedTile);
  const link = (tile: Tile) => {
    const photo = photos[tile.index];
    return (
      photo && (
        <Fragment key={photo.id}>
          <PhotoLink
            galleryId={galleryId}
            photo={photo}
            tile={tile}
            scale={scale}
            labelOf={labelOf}
            chosen={choice && choice.chosen.has(photo.id)}
            onOpen={onOpen}
            onToggle={toggle}
            onFocus={setFocused}
          />
          {parts && !choice && <parts.TilePart {...{ photo, tile, scale }} />}
        </Fragment>
      )
    );
  };
  const title = (heading: Heading) => (
    <SectionHeading
      key={heading.section.id}
      heading={heading}
      scale={scale}
      chosen={isChosen(heading.section)}
      onToggle={() => choice?.toggleAll(heading.section.first, heading.section.count)}
    />
  );
  // Reading order: a heading, its photos, the next heading.
  const inOrder: ReactNode[] = [];
  for (const heading of layout.headings) {
    while (shown[0] && shown[0].index < heading.section.first) inOrder.push(link(shown.shift()!));
    inOrder.push(title(heading));
  }
  inOrder.push(...shown.map(link));
  return (
    // Handles the keys of the links inside; the section itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={element}
      aria-label={t('photos')}
      // A desktop shows rows only in its own width; without a script the server's plain list has all photos.
      className={clsx('relative [overflow-anchor:none]', !measured && 'sm:invisible noscript:hidden')}
      style={{ height: scaled(layout.height, scale) }}
      onKeyDown={onKeyDown}
    >
      {inOrder}
    </section>
  );
}

const nothing = () => {};

/** Height of the sticky section navigation in pixels. */
const NAV_PX = 56;

/** Scrolls by the least distance that shows the whole tile, whether or not it is rendered. */
function reveal(grid: HTMLElement, tile: Tile, covered: number) {
  const top = grid.getBoundingClientRect().top + tile.top - covered;
  const room = innerHeight - (parseFloat(document.documentElement.style.scrollPaddingBottom) || 0);
  const below = top + covered + tile.height - room;
  const moved = top < 0 || tile.height > room - covered ? top : Math.max(0, below);
  if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
}
