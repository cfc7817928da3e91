import { useEffect, useState } from 'react';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { WatermarkRow } from './types.ts';

export interface WatermarkImage {
  blob: Blob;
  /** Object URL of this page. */
  url: string;
}

/**
 * Returns the stored image of a watermark; null until it is loaded, or without one. Fetched as bytes: the page's
 * security policy permits no images from the storage origin.
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
    // On failure the image stays empty: nothing here depends on it.
    load().catch(() => undefined);
    return () => {
      controller.abort();
      if (made) URL.revokeObjectURL(made);
      setImage(null);
    };
  }, [api, id, version]);
  return image;
}
