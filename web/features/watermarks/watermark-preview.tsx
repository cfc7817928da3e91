import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { type Box, layOutWatermark } from '#core/domain/branding/watermark-layout.ts';
import type { WatermarkLayout } from '#core/domain/branding/watermarks.ts';
import { queries } from '#core/zero/queries.ts';
import { BlurUpImage } from '#web/components/ui/lists/image.tsx';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';

export interface SamplePhoto {
  galleryId: string;
  fileId: string;
  /** Pixels. */
  width: number;
  height: number;
  thumbhash: string | null;
}

/** Number of latest galleries searched for a cover. */
const LATEST = 100;

/** Returns a cover of the studio without a watermark, preferably landscape; null if there is none. */
export function useSamplePhoto(): SamplePhoto | null {
  const [galleries] = useQuery(queries.galleries.list({ limit: LATEST }));
  return useMemo(() => {
    const samples = galleries.flatMap(({ id, watermarkId, coverPhoto: cover }) =>
      !watermarkId && cover?.status === 'ready' && cover.width && cover.height
        ? [
            {
              galleryId: id,
              fileId: cover.fileId,
              width: cover.width,
              height: cover.height,
              thumbhash: cover.thumbhash,
            },
          ]
        : [],
    );
    return samples.find(({ width, height }) => width > height) ?? samples[0] ?? null;
  }, [galleries]);
}

interface WatermarkPreviewProps {
  /** Photo of the studio; null shows a drawing instead. */
  photo: SamplePhoto | null;
  /** Image of the watermark; null without one. */
  mark: { url: string; width: number; height: number } | null;
  layout: WatermarkLayout;
}

const DRAWN = { width: 1500, height: 1000 };

/** Shows a photo with the watermark, positioned by the same rule as the renditions. */
export function WatermarkPreview({ photo, mark, layout }: WatermarkPreviewProps) {
  const { t } = useTranslation('watermarks');
  const ready = useImagesReady();
  const { width, height } = photo ?? DRAWN;
  const boxes = useMemo(
    () => (mark ? layOutWatermark({ width, height }, mark, layout) : []),
    [mark, width, height, layout],
  );
  const part = (of: number, whole: number) => `${(of / whole) * 100}%`;
  const style = (box: Box) => ({
    left: part(box.left, width),
    top: part(box.top, height),
    width: part(box.width, width),
    height: part(box.height, height),
    opacity: layout.opacity / 100,
  });
  return (
    <div
      role="img"
      aria-label={t('previewAlt')}
      className="relative overflow-hidden rounded-print bg-sunken"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {photo ? (
        <BlurUpImage
          alt=""
          src={ready ? imageSrc(photo.galleryId, photo.fileId, PREVIEW) : undefined}
          width={width}
          height={height}
          placeholder={placeholderUrl(photo.thumbhash)}
        />
      ) : (
        <Ridges />
      )}
      {mark &&
        boxes.map((box) => (
          <img
            key={`${box.left} ${box.top}`}
            src={mark.url}
            alt=""
            draggable={false}
            className="absolute max-w-none"
            style={style(box)}
          />
        ))}
    </div>
  );
}

/** Draws hills in the theme's colours: light above and dark below, like many photos. */
function Ridges() {
  return (
    <svg aria-hidden viewBox="0 0 150 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
      <path className="fill-line" d="M0 58 Q 22 38 44 52 T 92 44 T 150 50 V100 H0Z" />
      <path className="fill-edge opacity-60" d="M0 74 Q 30 56 62 70 T 118 62 T 150 70 V100 H0Z" />
      <path className="fill-soft" d="M0 88 Q 36 74 74 86 T 150 82 V100 H0Z" />
    </svg>
  );
}
