import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { sourceName } from '#core/domain/galleries/pick-export.ts';
import { isVideo, videoLength } from '#core/domain/photos/videos.ts';
import { PhotoTile } from '#web/components/ui/lists/photo-tile.tsx';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import type { Tile } from '#web/lib/photo-grid/justified-rows.ts';
import { useLayoutView } from '#web/lib/photo-grid/use-grid-view.ts';
import { layoutSections } from '../../photos/sections-layout.ts';
import { displayRatio, pendingRotation } from '#core/domain/photos/photos.ts';
import { useGridFocus } from '../../photos/use-grid-focus.ts';
import type { Proofing } from '../use-proofing.ts';
import { describePick, PickMarks } from './pick-marks.tsx';
import type { PickedPhoto } from './pick-view.ts';

/** Width in pixels below which the grid is a phone's. */
const NARROW_PX = 480;

interface PickGridProps {
  photos: readonly PickedPhoto[];
  proofing: Pick<Proofing, 'nameOf' | 'labelNames'>;
  onOpen: (photoId: string) => void;
}

/** Photos of a list with who chose them. Arrow keys move the focus, Enter and Space open a photo. */
export function PickGrid({ photos, proofing, onOpen }: PickGridProps) {
  const { t } = useTranslation('proofing');
  const root = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => photos.map(({ photo }) => photo), [photos]);
  const indexOf = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows]);
  const layoutFor = useCallback(
    (width: number) => {
      const isNarrow = width < NARROW_PX;
      const options = {
        width,
        gap: isNarrow ? 4 : 8,
        rowHeight: isNarrow ? 150 : 200,
        heading: 0,
        empty: 0,
        between: 0,
      };
      return layoutSections([{ ratios: rows.map(displayRatio), headed: false }], options);
    },
    [rows],
  );
  const { layout, first, end } = useLayoutView(root, layoutFor);
  const focus = useGridFocus({ root, layout, photos: rows, indexOf, onExtend: () => undefined });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const photo = rows[focus.current];
    if ((event.key === 'Enter' || event.key === ' ') && photo) {
      event.preventDefault();
      onOpen(photo.id);
    } else focus.onKeyDown(event);
  };
  // The focused tile stays rendered, or scrolling away would move the focus to the top of the page.
  const isKept = focus.current < first || focus.current >= end;
  const tiles = layout.tiles.slice(first, end);
  const kept = isKept ? layout.tiles[focus.current] : undefined;
  if (kept) tiles.splice(kept.index < first ? 0 : tiles.length, 0, kept);
  return (
    // Handles the keys of the tiles inside; the element itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={root} onKeyDown={onKeyDown} className="relative touch-manipulation" style={{ height: layout.height }}>
      {tiles.map((tile) => {
        const one = photos[tile.index];
        return (
          one && (
            <PickTile
              key={one.photo.id}
              {...{ one, tile, proofing }}
              label={[
                sourceName(one.photo),
                ...one.picks.map((pick) => describePick(t, pick, proofing.nameOf, proofing.labelNames)),
                one.comments.length > 0 && t('pick.comments', { count: one.comments.length }),
              ]
                .filter(Boolean)
                .join(', ')}
              isCurrent={tile.index === focus.current}
              onOpen={() => onOpen(one.photo.id)}
              onFocus={() => focus.setCurrentId(one.photo.id)}
            />
          )
        );
      })}
    </ul>
  );
}

interface PickTileProps {
  one: PickedPhoto;
  tile: Tile;
  proofing: Pick<Proofing, 'nameOf'>;
  label: string;
  isCurrent: boolean;
  onOpen: () => void;
  onFocus: () => void;
}

function PickTile({ one, tile, proofing, label, isCurrent, onOpen, onFocus }: PickTileProps) {
  const imagesReady = useImagesReady();
  const { photo } = one;
  const { left, top, width, height } = tile;
  const isShown = photo.status === 'ready' && photo.width && imagesReady;
  const sources = isShown ? photoSources(photo.galleryId, { fileId: photo.fileId, width: photo.width! }) : null;
  return (
    <li className="absolute" style={{ left, top, width, height }}>
      <PhotoTile
        role="button"
        aria-label={label}
        title={sourceName(photo)}
        data-index={tile.index}
        tabIndex={isCurrent ? 0 : -1}
        name=""
        src={sources?.src}
        srcSet={sources?.srcSet}
        sizes={`${Math.ceil(width)}px`}
        width={width}
        height={height}
        rotation={pendingRotation(photo)}
        thumbhash={photo.thumbhash}
        videoLength={isVideo(photo) ? videoLength(photo.metadata) : undefined}
        onClick={onOpen}
        onFocus={onFocus}
        className="size-full cursor-pointer"
      />
      <PickMarks one={one} nameOf={proofing.nameOf} />
    </li>
  );
}
