import { useEffect, useState } from 'react';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { WatermarkRow } from './types.ts';

export interface WatermarkImage {
  blob: Blob;
  /** An address of this page's own. */
  url: string;
}

/**
 * The stored picture of a mark; null until it is there, and without one. Fetched as bytes: storage answers at an
 * address of its own, which pages take no pictures from.
 */
export function useWatermarkImage(mark: Pick<WatermarkRow, 'id' | 'imageVersion'> | null): WatermarkImage | null {
  const api = useApi();
  const [image, setImage] = useState<WatermarkImage | null>(null);
  const [id, version] = [mark?.id, mark?.imageVersion ?? 0];
  useEffect(() => {
    if (!id || version === 0) return;
    const controller = new AbortController();
    let made: string | null = null;
    const load = async () => {
      const { signal } = controller;
      const { url } = await api.watermarks.image({ params: { watermarkId: id } }, { signal });
      const blob = await (await fetch(url, { signal })).blob();
      if (signal.aborted) return;
      made = URL.createObjectURL(blob);
      setImage({ blob, url: made });
    };
    // Without it the place stays empty: there is nothing here that needs the picture.
    load().catch(() => undefined);
    return () => {
      controller.abort();
      if (made) URL.revokeObjectURL(made);
      setImage(null);
    };
  }, [api, id, version]);
  return image;
}
