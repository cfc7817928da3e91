import { galleryLink } from '#core/domain/gallery-link.ts';
import { clsx } from 'clsx';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallerySummary } from '#core/api/public.ts';
import { MAX_TOKEN_GALLERIES } from '#core/domain/image-token.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { PhotoImage } from '../gallery/photo-image.tsx';
import { GalleryAccessContext } from '../shell/gallery-access-context.ts';
import { createGalleryAccess, type GalleryAccessClient } from '../shell/gallery-access.ts';
import { longDate } from '../shell/long-date.ts';
import type { PublicApi } from '../shell/public-api.ts';
import type { StudioSite } from '../shell/routes.ts';

/** Returns a function that runs tasks in order. Each starts after the previous one has settled. */
export function serialize(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => {});
    return result;
  };
}

interface GalleryCardsProps {
  site: StudioSite;
  galleries: readonly PublicGallerySummary[];
  zone: string;
  api: PublicApi;
}

/** Lists the studio's public galleries with their covers. */
export function GalleryCards({ site, galleries, zone, api }: GalleryCardsProps) {
  // Serialize: each answer replaces the image token, so two parallel requests would lose the galleries of one.
  const glance = useMemo(() => {
    const enqueue = serialize();
    return (id: string) => enqueue(() => api.glance(id));
  }, [api]);
  const firstId = galleries[0]?.id;
  const shared = useMemo(
    () => (firstId ? createGalleryAccess({ verify: () => glance(firstId), open: true, token: true }) : null),
    [glance, firstId],
  );
  useEffect(() => {
    void shared?.renew();
    return () => shared?.stop();
  }, [shared]);
  return (
    // One or two galleries are shown larger than the first of many.
    <ul className={clsx('grid gap-x-6 gap-y-10 sm:grid-cols-2', galleries.length > 2 && 'lg:grid-cols-3')}>
      {galleries.map((gallery, index) => (
        <li key={gallery.id}>
          <GalleryCard
            site={site}
            gallery={gallery}
            zone={zone}
            glance={glance}
            shared={index < MAX_TOKEN_GALLERIES ? shared : null}
          />
        </li>
      ))}
    </ul>
  );
}

interface GalleryCardProps extends Omit<GalleryCardsProps, 'galleries' | 'api'> {
  gallery: PublicGallerySummary;
  glance: PublicApi['glance'];
  /**
   * Access to the first galleries, granted by one request. Null for the others, which request it when they become
   * visible.
   */
  shared: GalleryAccessClient | null;
}

/** A gallery with its cover, uncropped in a 3:2 frame. */
function GalleryCard({ site, gallery, zone, glance, shared }: GalleryCardProps) {
  const { t } = useTranslation('public');
  const frame = useRef<HTMLAnchorElement>(null);
  const galleryAccess = useMemo(
    () => shared ?? createGalleryAccess({ verify: () => glance(gallery.id), open: true }),
    [shared, glance, gallery.id],
  );
  useEffect(() => {
    const card = frame.current;
    if (!card || !gallery.cover || shared) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void galleryAccess.renew().finally(() => galleryAccess.stop());
      },
      { rootMargin: '50%' },
    );
    observer.observe(card);
    return () => {
      observer.disconnect();
      galleryAccess.stop();
    };
  }, [galleryAccess, shared, gallery.cover]);
  const { cover } = gallery;
  return (
    <a ref={frame} href={`${site.base}/${galleryLink(gallery)}`} className="group flex flex-col gap-3 no-underline">
      <span className="flex aspect-3/2 items-center justify-center overflow-hidden rounded-print bg-sunken">
        {cover && (
          <span className="block max-h-full max-w-full" style={fitted(cover.width / cover.height)}>
            <GalleryAccessContext value={galleryAccess}>
              <PhotoImage galleryId={gallery.id} photo={cover} alt="" sizes="(min-width: 40rem) 50vw, 100vw" />
            </GalleryAccessContext>
          </span>
        )}
      </span>
      <span className="flex flex-col gap-0.5">
        <span className="text-lead font-semibold wrap-anywhere group-hover:underline">{gallery.name}</span>
        <span className="flex flex-wrap gap-x-4 text-caption text-soft">
          {gallery.date !== null && <span>{longDate(gallery.date, currentLanguage(), zone)}</span>}
          <span>{t('photoCount', { count: gallery.photoCount })}</span>
        </span>
      </span>
    </a>
  );
}

/** Returns the largest size of a ratio inside the 3:2 frame. */
function fitted(ratio: number) {
  return ratio >= 1.5 ? { width: '100%', aspectRatio: ratio } : { height: '100%', aspectRatio: ratio };
}
