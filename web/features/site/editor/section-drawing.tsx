import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import type { SitePhotoSource } from '#core/api/site-page.ts';
import { IMAGE_PRESETS } from '#core/domain/photos/image-params.ts';
import type { Block } from '#core/domain/site/page-blocks.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';

interface DrawingProps {
  row: Row;
  photos: readonly SitePhotoSource[];
}

const GROUNDS: Readonly<Record<string, string>> = { tint: 'bg-hover', dark: 'bg-ink', accent: 'bg-accent' };

/** A section drawn small: bars for texts, and the studio's photos in it. */
export function SectionDrawing({ row, photos }: DrawingProps) {
  const { background, width, align } = row.look as Record<string, string | undefined>;
  return (
    <span
      className={clsx(
        'flex size-full items-center justify-center bg-paper',
        GROUNDS[background ?? ''],
        width === 'full' ? '' : width === 'narrow' ? 'px-[22%] py-3' : 'px-3 py-3',
      )}
    >
      <span
        className={clsx(
          'grid size-full grid-cols-12 gap-2',
          align === 'middle' || row.cells.length === 1 ? 'items-center' : 'items-start',
        )}
      >
        {row.cells.map((cell) => (
          <span key={cell.id} className="flex min-w-0 flex-col gap-1.5" style={{ gridColumn: `span ${cell.span}` }}>
            {cell.blocks.map((block) => (
              <BlockDrawing key={block.id} block={block} photos={photos} isFull={width === 'full'} />
            ))}
          </span>
        ))}
      </span>
    </span>
  );
}

const RATIOS: Readonly<Record<string, string>> = { portrait: '4 / 5', landscape: '3 / 2', wide: '21 / 9', square: '1' };

interface BlockDrawingProps {
  block: Block;
  photos: readonly SitePhotoSource[];
  isFull: boolean;
}

function BlockDrawing({ block, photos, isFull }: BlockDrawingProps) {
  const isCentred = block['align'] === 'center';
  switch (block.kind) {
    case 'heading':
      return (
        <Bar className={clsx('h-2', block['level'] === 3 ? 'w-1/2' : 'w-2/3', isCentred && 'self-center')} isStrong />
      );
    case 'quote':
      return <Lines widths={['w-full', 'w-4/5', 'w-1/3']} isCentred />;
    case 'image':
      return (
        <Photo
          photo={photos.find(({ id }) => id === block['photoId'])}
          style={
            isFull ? { height: '6rem' } : { aspectRatio: RATIOS[String(block['ratio'])] ?? '3 / 2', maxHeight: '5rem' }
          }
        />
      );
    case 'gallery':
      return <Photos photos={photos.slice(0, 6)} count={6} className="grid-cols-3" ratio="3 / 2" />;
    case 'slideshow':
      return <Photos photos={photos.slice(0, 2)} count={2} className="grid-cols-[4fr_1fr]" height="5rem" />;
    case 'galleries':
    case 'posts':
      return <Photos photos={photos.slice(0, 3)} count={3} className="grid-cols-3" ratio="1" />;
    case 'button':
    case 'booking':
      return <span className={clsx('h-3.5 w-14 rounded-[2px] bg-accent', block.kind === 'booking' && 'self-center')} />;
    case 'faq':
    case 'prices':
      return <Rules count={block.kind === 'faq' ? 3 : 4} />;
    case 'contact':
      return <Fields />;
    default:
      return <Lines widths={['w-full', 'w-full', 'w-3/4']} />;
  }
}

function Bar({ className, isStrong = false }: { className: string; isStrong?: boolean }) {
  return <span className={clsx('block rounded-[2px]', isStrong ? 'bg-edge' : 'bg-line', className)} />;
}

function Lines({ widths, isCentred = false }: { widths: readonly string[]; isCentred?: boolean }) {
  return (
    <span className={clsx('flex flex-col gap-1', isCentred && 'items-center')}>
      {widths.map((width, index) => (
        <Bar key={index} className={clsx('h-1', width)} />
      ))}
    </span>
  );
}

function Rules({ count }: { count: number }) {
  return (
    <span className="flex flex-col divide-y divide-line border-y border-line">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="flex items-center justify-between py-1.5">
          <Bar className="h-1 w-1/2" isStrong />
          <Bar className="h-1 w-4" />
        </span>
      ))}
    </span>
  );
}

function Fields() {
  return (
    <span className="flex flex-col gap-1.5">
      {['h-3', 'h-3', 'h-7'].map((height, index) => (
        <span key={index} className={clsx('block rounded-[2px] border border-edge', height)} />
      ))}
    </span>
  );
}

interface PhotosProps {
  photos: readonly SitePhotoSource[];
  count: number;
  className: string;
  ratio?: string;
  height?: string;
}

function Photos({ photos, count, className, ratio, height }: PhotosProps) {
  const style = { ...(ratio && { aspectRatio: ratio }), ...(height && { height }) };
  return (
    <span className={clsx('grid gap-1', className)}>
      {Array.from({ length: count }, (_, index) => (
        <Photo key={index} photo={photos[index % Math.max(photos.length, 1)]} style={style} />
      ))}
    </span>
  );
}

function Photo({ photo, style }: { photo: SitePhotoSource | undefined; style: CSSProperties }) {
  if (!photo) return <span className="block w-full bg-line" style={style} />;
  const { x, y } = photo.focal ?? { x: 0.5, y: 0.5 };
  return (
    <img
      src={imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.preview)}
      alt=""
      loading="lazy"
      className="block w-full bg-sunken object-cover"
      style={{ ...style, objectPosition: `${x * 100}% ${y * 100}%` }}
    />
  );
}
