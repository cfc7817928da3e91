import { clsx } from 'clsx';
import { type KeyboardEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { isVideo, videoLength } from '#core/domain/photos/videos.ts';
import type { Tone } from '#web/components/ui/feedback/tag.tsx';
import { PhotoTile } from '#web/components/ui/lists/photo-tile.tsx';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { useDeferWhileScrolling } from '#web/lib/photo-grid/scroll-speed.ts';
import { pendingRotation } from '#core/domain/photos/photos.ts';
import type { PhotoRow } from './types.ts';

const TONES = { uploading: 'neutral', processing: 'accent', failed: 'danger' } as const satisfies Record<
  Exclude<PhotoRow['status'], 'ready'>,
  Tone
>;

export interface CellActions {
  onSelect: (photo: PhotoRow, range: boolean) => void;
  onOpen: (photo: PhotoRow, modifiers: { shift: boolean; additive: boolean }) => void;
  onFocus: (photoId: string) => void;
}

interface PhotoCellProps extends CellActions {
  photo: PhotoRow;
  /** Index over all sections. */
  index: number;
  left: number;
  top: number;
  width: number;
  height: number;
  selected: boolean;
  cover: boolean;
  /** True while the photo is being moved. */
  lifted: boolean;
  /** True for the one tile that Tab focuses. */
  current: boolean;
  selectable: boolean;
}

/** One photo of the grid. Memoised, so that scrolling, selecting and dragging render only the tiles that change. */
export const PhotoCell = memo(function PhotoCell({ photo, index, left, top, width, height, ...cell }: PhotoCellProps) {
  const { t } = useTranslation(['photos', 'errors']);
  const imagesReady = useImagesReady();
  const flownBy = useDeferWhileScrolling();
  const shown = photo.status === 'ready' && photo.width && imagesReady && !flownBy;
  const sources = shown ? photoSources(photo.galleryId, { fileId: photo.fileId, width: photo.width }) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    // The checkbox inside handles its own keys.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') cell.onOpen(photo, { shift: false, additive: false });
    else if (event.key === ' ' && cell.selectable) cell.onSelect(photo, event.shiftKey);
    else return;
    event.preventDefault();
  };
  const status =
    photo.status === 'ready' ? undefined : { tone: TONES[photo.status], label: t(`status.${photo.status}`) };
  const reason = photo.failureReason ? `: ${t(`errors:${photo.failureReason}`)}` : '';
  const emptyLabel = photo.status === 'ready' && photo.metadata.noPreview ? t('noPreview') : undefined;
  const hiddenLabel = photo.isHidden ? t('hidden') : undefined;
  const length = isVideo(photo) ? videoLength(photo.metadata) : undefined;
  const videoLabel = length !== undefined && t('video.name', { length });
  const accessibleName = [photo.filename, videoLabel, hiddenLabel, emptyLabel, status && status.label + reason]
    .filter(Boolean)
    .join(', ');
  return (
    <li className={clsx('absolute', cell.lifted && 'opacity-40')} style={{ left, top, width, height }}>
      <PhotoTile
        role="group"
        aria-label={accessibleName}
        title={photo.filename + reason}
        data-index={index}
        tabIndex={cell.current ? 0 : -1}
        name={photo.filename}
        src={sources?.src}
        srcSet={sources?.srcSet}
        sizes={`${Math.ceil(width)}px`}
        width={width}
        height={height}
        rotation={pendingRotation(photo)}
        thumbhash={photo.thumbhash}
        selected={cell.selected}
        selectLabel={t('select', { name: photo.filename })}
        {...(cell.selectable && { onSelect: (_selected, { shiftKey }) => cell.onSelect(photo, shiftKey) })}
        coverLabel={cell.cover ? t('cover') : undefined}
        hiddenLabel={hiddenLabel}
        videoLength={length}
        status={status}
        emptyLabel={emptyLabel}
        onClick={({ shiftKey, ctrlKey, metaKey }) =>
          cell.onOpen(photo, { shift: shiftKey, additive: ctrlKey || metaKey })
        }
        onKeyDown={onKeyDown}
        onFocus={() => cell.onFocus(photo.id)}
        className="size-full cursor-pointer"
      />
    </li>
  );
});
