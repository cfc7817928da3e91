import { memo, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoTile } from '#web/components/ui/photo-tile.tsx';
import type { Tone } from '#web/components/ui/tag.tsx';
import { useImagesReady } from '#web/lib/image-token.tsx';
import type { Tile } from '#web/lib/justified-rows.ts';
import { photoSources } from '#core/domain/photo-sources.ts';
import type { PhotoRow } from './photo-rows.ts';

const TONES = { uploading: 'neutral', processing: 'accent', failed: 'danger' } as const satisfies Record<
  Exclude<PhotoRow['status'], 'ready'>,
  Tone
>;

interface PhotoCellProps {
  photo: PhotoRow;
  tile: Tile;
  selected: boolean;
  cover: boolean;
  /** The grid's one stop of the Tab key. */
  current: boolean;
  selectable: boolean;
  onSelect: (photo: PhotoRow, shift: boolean) => void;
  onOpen: (photo: PhotoRow, additive: boolean) => void;
  onFocus: (index: number) => void;
}

/** Memoised: scrolling and selecting only touch the tiles that change. */
export const PhotoCell = memo(function PhotoCell({ photo, tile, ...cell }: PhotoCellProps) {
  const { t } = useTranslation(['photos', 'errors']);
  const imagesReady = useImagesReady();
  const shown = photo.status === 'ready' && photo.width && imagesReady;
  const sources = shown ? photoSources(photo.galleryId, { fileId: photo.fileId, width: photo.width }) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    // The tick inside has keys of its own.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') cell.onOpen(photo, false);
    else if (event.key === ' ' && cell.selectable) cell.onSelect(photo, event.shiftKey);
    else return;
    event.preventDefault();
  };
  const status =
    photo.status === 'ready' ? undefined : { tone: TONES[photo.status], label: t(`status.${photo.status}`) };
  const reason = photo.failureReason ? `: ${t(`errors:${photo.failureReason}`)}` : '';
  return (
    <li className="absolute" style={{ left: tile.left, top: tile.top, width: tile.width, height: tile.height }}>
      <PhotoTile
        role="group"
        aria-label={`${photo.filename}${status ? `, ${status.label}${reason}` : ''}`}
        title={photo.filename + reason}
        data-index={tile.index}
        tabIndex={cell.current ? 0 : -1}
        name={photo.filename}
        src={sources?.src}
        srcSet={sources?.srcSet}
        sizes={`${Math.ceil(tile.width)}px`}
        width={tile.width}
        height={tile.height}
        thumbhash={photo.thumbhash}
        selected={cell.selected}
        selectLabel={t('select', { name: photo.filename })}
        {...(cell.selectable && { onSelect: (_selected, { shiftKey }) => cell.onSelect(photo, shiftKey) })}
        coverLabel={cell.cover ? t('cover') : undefined}
        status={status}
        onClick={(event) => cell.onOpen(photo, event.shiftKey || event.ctrlKey || event.metaKey)}
        onKeyDown={onKeyDown}
        onFocus={() => cell.onFocus(tile.index)}
        className="size-full cursor-pointer"
      />
    </li>
  );
});
