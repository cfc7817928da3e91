import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { queries } from '#core/zero/queries.ts';

export interface SamplePhoto {
  galleryId: string;
  fileId: string;
  /** Pixels. */
  width: number;
  height: number;
  thumbhash: string | null;
}

/** As many of the latest galleries as are looked through for a cover. */
const LATEST = 100;

/** A cover of the studio that bears no mark yet, lying rather than standing; null while there is none. */
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
