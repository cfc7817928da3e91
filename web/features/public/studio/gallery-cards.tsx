import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { clsx } from 'clsx';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallerySummary, PublicPhoto } from '#core/api/public.ts';
import { MAX_TOKEN_GALLERIES } from '#core/domain/photos/image-token.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { PhotoImage } from '../photos/photo-image.tsx';
import { GalleryAccessContext } from '../shell/gallery-access-context.ts';
import { GalleryAccessClient } from '../shell/gallery-access.ts';
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

/** How the covers of a studio page get their image tokens. */
interface CoverAccess {
  glance: PublicApi['glance'];
  /** Access to the first galleries, granted by one request. The others request it when they become visible. */
  shared: GalleryAccessClient | null;
  sharedIds: ReadonlySet<string>;
}

/** Requests access to the covers of a studio's public galleries. */
export function useCoverAccess(galleries: readonly PublicGallerySummary[], api: PublicApi): CoverAccess {
  // Serialize: each answer replaces the image token, so two parallel requests would lose the galleries of one.
  const glance = useMemo(() => {
    const enqueue = serialize();
    return (id: string) => enqueue(() => api.glance(id));
  }, [api]);
  const firstId = galleries[0]?.id;
  const shared = useMemo(
    () => (firstId ? new GalleryAccessClient({ verify: () => glance(firstId), open: true, token: true }) : null),
    [glance, firstId],
  );
  useEffect(() => {
    void shared?.renew();
    return () => shared?.stop();
  }, [shared]);
  const sharedIds = useMemo(() => new Set(galleries.slice(0, MAX_TOKEN_GALLERIES).map(({ id }) => id)), [galleries]);
  return { glance, shared, sharedIds };
}

interface GalleryCardsProps {
  /** True for one gallery below the other, as wide as the page. */
  isColumn?: boolean;
  site: StudioSite;
  galleries: readonly PublicGallerySummary[];
  zone: string;
  access: CoverAccess;
}

/** Lists the studio's public galleries with their covers. */
export function GalleryCards({ site, galleries, zone, access, isColumn = false }: GalleryCardsProps) {
  return (
    // One or two galleries are shown larger than the first of many.
    <ul
      className={clsx(
        'gallery-cards grid gap-x-[calc(--spacing(6)*var(--gap))] gap-y-[calc(--spacing(10)*var(--gap))]',
        !isColumn && ['sm:grid-cols-2', galleries.length > 2 && 'lg:grid-cols-3'],
      )}
    >
      {galleries.map((gallery) => (
        <li key={gallery.id}>
          <GalleryCard site={site} gallery={gallery} zone={zone} access={access} hero={isColumn && 'whole'} />
        </li>
      ))}
    </ul>
  );
}

interface GalleryCardProps extends Omit<GalleryCardsProps, 'galleries'> {
  gallery: PublicGallerySummary;
  /**
   * Shows the cover in its own proportions, as large as fits the window; or across the whole window, cropped around its
   * focal point.
   */
  hero?: 'whole' | 'bleed' | false;
  /** True for the first picture of the page. */
  eager?: boolean;
}

/** A gallery with its cover, uncropped in a 3:2 frame. */
export function GalleryCard({ site, gallery, zone, access, hero = false, eager = false }: GalleryCardProps) {
  const { glance } = access;
  const shared = access.sharedIds.has(gallery.id) ? access.shared : null;
  const { t } = useTranslation('public');
  const frame = useRef<HTMLAnchorElement>(null);
  const galleryAccess = useMemo(
    () => shared ?? new GalleryAccessClient({ verify: () => glance(gallery.id), open: true }),
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
      <span
        className={clsx(
          'gallery-card flex items-center justify-center overflow-hidden rounded-print',
          hero === 'whole' && 'max-md:-mx-5 max-md:rounded-none',
          hero === 'bleed' && 'rounded-none *:*:*:object-(--focal)',
          !hero && 'aspect-3/2 bg-sunken',
        )}
      >
        {cover && (
          <span className={clsx('block max-w-full', !hero && 'max-h-full')} style={sizeOf[hero || 'card'](cover)}>
            <GalleryAccessContext value={galleryAccess}>
              <PhotoImage
                galleryId={gallery.id}
                photo={cover}
                alt=""
                sizes={coverSizes[hero || 'card']}
                eager={eager}
              />
            </GalleryAccessContext>
          </span>
        )}
      </span>
      <span className={clsx('gallery-caption flex flex-col gap-0.5', hero === 'bleed' && 'px-5 md:px-8')}>
        <span className="text-lead font-semibold wrap-anywhere group-hover:underline">
          {textsIn(gallery, currentLanguage()).name}
        </span>
        <span className="flex flex-wrap gap-x-4 text-caption text-soft">
          {gallery.date !== null && <span>{longDate(gallery.date, currentLanguage(), zone)}</span>}
          <span>{t('photoCount', { count: gallery.photoCount })}</span>
        </span>
      </span>
    </a>
  );
}

type CoverSize = (cover: PublicPhoto) => CSSProperties;

/** Size of a cover: in a card the largest of its ratio inside the 3:2 frame; alone at most as high as the window. */
const sizeOf: Record<'card' | 'whole' | 'bleed', CoverSize> = {
  card: ({ width, height }) => ({
    ...(width / height >= 1.5 ? { width: '100%' } : { height: '100%' }),
    aspectRatio: width / height,
  }),
  whole: ({ width, height }) => ({
    width: `min(100%, calc(80svh * ${(width / height).toFixed(4)}))`,
    aspectRatio: width / height,
  }),
  bleed: ({ focal }) => {
    const { x, y } = focal ?? { x: 0.5, y: 0.4 };
    return { width: '100%', height: 'min(82svh, 125vw)', '--focal': `${x * 100}% ${y * 100}%` } as CSSProperties;
  },
};

const coverSizes = {
  card: '(min-width: 40rem) 50vw, 100vw',
  whole: '(min-width: 48rem) 60vw, 100vw',
  bleed: 'max(100vw, 123svh)',
};
