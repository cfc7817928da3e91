import { useCallback, useRef } from 'react';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { PREVIEW_MS } from '#core/domain/site/site-previews.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useSpace } from '#web/lib/preview/use-space.ts';

/** Links of this window's frames by studio and release: one link serves until it is about to expire. */
const links = new Map<string, { at: number; request: Promise<{ path: string }> }>();
const FRESH_MS = PREVIEW_MS - HOUR_MS;

/** Forgets the links, which the server has ended. */
export const endPreviews = (): void => links.clear();

/** Returns the path at which the preview of a release, or of the drafts, begins; null until it is known. */
function usePreviewBase(releaseId: string | null): { base: string | null; failure: string | null } {
  const api = useApi();
  const { id } = useAccount();
  const key = `${id}:${releaseId ?? 'drafts'}`;
  const load = useCallback(async () => {
    const known = links.get(key);
    const link =
      known && Date.now() - known.at < FRESH_MS
        ? known
        : { at: Date.now(), request: api.accounts.previewSite({ body: { releaseId, isFrame: true } }) };
    links.set(key, link);
    try {
      return (await link.request).path;
    } catch (error) {
      links.delete(key);
      throw error;
    }
  }, [api, key, releaseId]);
  const { data, failure, isLoading } = useApiData(load);
  return isLoading ? { base: null, failure: null } : { base: failure === null ? data : null, failure };
}

export const PREVIEW_WIDTHS = { desktop: 1280, phone: 390 } as const;
export type Device = keyof typeof PREVIEW_WIDTHS;

interface PreviewWindowProps {
  title: string;
  /** Null for the drafts. */
  releaseId: string | null;
  /** Path of the page. */
  path: string;
  device: Device;
  /** Changes with the drafts, which are loaded again then. */
  version?: number | undefined;
  onLoad?: (page: Document) => void;
}

/** A window of a phone or a desktop with a page as visitors would see it, scaled down to the space there is. */
export function PreviewWindow({ title, releaseId, path, device, version = 0, onLoad }: PreviewWindowProps) {
  const { base, failure } = usePreviewBase(releaseId);
  const box = useRef<HTMLDivElement>(null);
  const space = useSpace(box);
  const width = PREVIEW_WIDTHS[device];
  // A hidden window has no space, and loads all the same: its texts are compared.
  const scale = space.width > 0 ? Math.min(1, space.width / width) : 1;
  return (
    <div ref={box} className="relative h-full overflow-hidden rounded-control border border-line bg-sunken">
      {failure && <ErrorBanner code={failure} />}
      {base ? (
        <iframe
          key={version}
          title={title}
          src={`${base}/${path}`}
          onLoad={({ currentTarget }) => currentTarget.contentDocument && onLoad?.(currentTarget.contentDocument)}
          className="absolute top-0 left-1/2 origin-top -translate-x-1/2 border-0 bg-paper"
          style={{ width, height: space.height / scale, scale }}
        />
      ) : (
        !failure && <LoadingPlaceholder className="h-full" isPart />
      )}
    </div>
  );
}
