import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { photoAfterKey } from '#web/lib/grid-keys.ts';
import type { GridOptions, Tile } from '#web/lib/justified-rows.ts';
import { useGridView } from '#web/lib/use-grid-view.ts';
import { PhotoCell } from './photo-cell.tsx';
import { ratioOf, type PhotoRow } from './photo-rows.ts';
import type { Selection } from './selection.ts';

/** Smaller than the client's: a photographer looks over many at a time. */
const optionsFor = (width: number): GridOptions =>
  width < 640 ? { width, gap: 4, rowHeight: 120 } : { width, gap: 8, rowHeight: 190 };

interface PhotosGridProps {
  photos: readonly PhotoRow[];
  coverPhotoId: string | null;
  selection: Selection;
  selectable: boolean;
  onSelect: (photo: PhotoRow, shift: boolean) => void;
  onOpen: (photo: PhotoRow, additive: boolean) => void;
}

/** Justified rows of which only those near the window are in the document. Arrows move, space ticks, enter opens. */
export function PhotosGrid({ photos, coverPhotoId, selection, ...acts }: PhotosGridProps) {
  const { t } = useTranslation('photos');
  const element = useRef<HTMLUListElement>(null);
  const ratios = useMemo(() => photos.map(ratioOf), [photos]);
  const { layout, first, end } = useGridView(element, ratios, optionsFor);
  const [current, setCurrent] = useState(0);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = photoAfterKey(layout, current, event.key);
    if (next === null) return;
    event.preventDefault();
    flushSync(() => setCurrent(next));
    const tile = element.current?.querySelector<HTMLElement>(`[data-index="${next}"]`);
    tile?.scrollIntoView({ block: 'nearest' });
    tile?.focus({ preventScroll: true });
  };
  const cell = (tile: Tile) => {
    const photo = photos[tile.index];
    return (
      photo && (
        <PhotoCell
          key={photo.id}
          photo={photo}
          tile={tile}
          selected={selection.ids.has(photo.id)}
          cover={photo.id === coverPhotoId}
          current={tile.index === current}
          onFocus={setCurrent}
          {...acts}
        />
      )
    );
  };
  // The focused photo stays in the document, or scrolling away would throw the keyboard back to the page's top.
  const kept = current >= first && current < end ? undefined : layout.tiles[current];
  return (
    // Keys are handled here for the tiles inside; the list itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={element}
      aria-label={t('grid')}
      className="relative [overflow-anchor:none]"
      style={{ height: layout.height }}
      onKeyDown={onKeyDown}
    >
      {kept && kept.index < first && cell(kept)}
      {layout.tiles.slice(first, end).map(cell)}
      {kept && kept.index >= end && cell(kept)}
    </ul>
  );
}
