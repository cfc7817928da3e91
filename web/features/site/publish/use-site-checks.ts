import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { readBookingRules } from '#core/domain/sessions/booking.ts';
import { isExpired } from '#core/domain/galleries/galleries.ts';
import { photoIdsOf } from '#core/domain/site/page-rows.ts';
import {
  type CheckedPage,
  type CheckedSite,
  checkPage,
  checkSite,
  type SiteCheck,
} from '#core/domain/site/site-checks.ts';
import { MAX_CHECKED_PHOTOS, nextPages } from '#core/domain/site/site.ts';
import { readTheme } from '#core/domain/branding/theme.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import type { Publishing } from './use-publishing.ts';

/** Galleries that links and blocks may name. */
const MOST_GALLERIES = 1000;

export interface SiteChecks {
  /** Findings of each page, and of the site at the key null. */
  checks: readonly SiteCheck[];
  /** False until photos and galleries are known: no finding is certain before. */
  isKnown: boolean;
  site: CheckedSite;
}

/**
 * Checks drafts.
 * @param only pages to check, as they would be published beside the other live pages; without it the whole site
 */
export function useSiteChecks({ drafts, live }: Publishing, only?: readonly string[]): SiteChecks {
  const { language } = useAccount();
  const now = useNow();
  const [settings, { type: ofSettings }] = useQuery(queries.accounts.settings());
  const [galleries, { type: ofGalleries }] = useQuery(queries.galleries.list({ limit: MOST_GALLERIES }));
  const ids = useMemo(() => {
    const checked = drafts.filter(({ id }) => !only || only.includes(id));
    const all = checked.flatMap((page) => [
      ...photoIdsOf(page.rows),
      ...(page.settings.photoId ? [page.settings.photoId] : []),
    ]);
    return [...new Set(all)].toSorted().slice(0, MAX_CHECKED_PHOTOS);
  }, [drafts, only]);
  const [photos, { type: ofPhotos }] = useQuery(queries.pages.photos({ ids }));
  const site = useMemo((): CheckedSite => {
    const stub = ({ id, path, title }: { id: string; path: string; title: string }): CheckedPage => {
      const known = drafts.find((draft) => draft.id === id)?.settings ?? {};
      return { id, path, title, description: '', rows: [], settings: known };
    };
    const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value;
    const opened = galleries.map((gallery) => {
      const isOpen = gallery.status === 'published' && !isExpired({ expiresAt: gallery.expiresAt ?? null }, now);
      const isPublic = isOpen && gallery.visibility === 'public';
      return [
        gallery.id,
        { name: gallery.name, isOpen, isPublic, photoCount: gallery.stats?.readyCount ?? 0 },
      ] as const;
    });
    const open = new Map(opened);
    return {
      pages: nextPages<CheckedPage>(live.map(stub), drafts, only),
      studioLanguage: language,
      theme: readTheme(valueOf),
      galleries: open,
      booking: readBookingRules(valueOf('booking')).isOpen,
      photos: new Map(
        photos.map((photo) => {
          const { id, filename: name, width, height, size, mimeType } = photo;
          const hidesSection = photo.gallery?.sections.some((one) => one.id === photo.sectionId && !one.isVisible);
          const isAllowed = photo.sitePermission?.isPermitted ?? open.get(photo.galleryId)?.isPublic === true;
          const isReady = photo.status === 'ready' && !photo.isHidden && !hidesSection;
          return [
            id,
            {
              name,
              width: width ?? 1,
              height: height ?? 1,
              bytes: mimeType === 'image/jpeg' ? size : null,
              isAllowed,
              isShown: isReady && isAllowed,
            },
          ];
        }),
      ),
    };
  }, [drafts, live, only, settings, galleries, photos, language, now]);
  const checks = useMemo(() => {
    if (!only) return checkSite(site);
    return site.pages.filter(({ id }) => only.includes(id)).flatMap((page) => checkPage(site, page));
  }, [site, only]);
  return { checks, site, isKnown: [ofSettings, ofGalleries, ofPhotos].every((type) => type === 'complete') };
}
