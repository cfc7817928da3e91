import { lazy, Suspense } from 'react';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { importLazyPages } from '#web/app/public/import-lazy-pages.ts';
import type { PreviewData } from '#web/features/branding/preview-data.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';

const rights = { view: true, download: false, select: false, comment: false };

const StudioPage = lazy(async () => {
  const { createPublicApi, StudioPage: Page } = await importLazyPages();
  // The member's own token shows all pictures.
  const glance = () => Promise.resolve({ access: 'granted' as const, rights, imagesUntil: Date.now() + 5 * MINUTE_MS });
  const api = { ...createPublicApi(), glance };
  const Shown = ({ data }: { data: PreviewData }) => {
    const { slug } = data.studio;
    return <Page site={{ slug, base: `/p/${slug}` }} data={data} api={api} sent={false} />;
  };
  return { default: Shown };
});

/** Draws a studio's public page in the back office. */
export function StudioPreview({ data }: { data: PreviewData }) {
  const ready = useImagesReady();
  return ready && <Suspense>{<StudioPage data={data} />}</Suspense>;
}
