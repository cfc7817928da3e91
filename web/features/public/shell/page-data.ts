import type { booking } from '#core/api/booking.ts';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { PublicProposal } from '#core/api/proposals.ts';
import type { PublicGallery, publicPages, PublicStudio } from '#core/api/public.ts';
import type { SiteMenu } from '#core/api/site-page.ts';
import type { GalleryAccess } from '#core/domain/galleries/grants.ts';

export type StudioPageData = ResponseOf<typeof publicPages.studio>;

/** A studio's session types that can be booked online; null in page data if it takes no bookings. */
export type BookingOffer = Omit<ResponseOf<typeof booking.types>, 'studio'>;

export type LegalDocument = 'terms' | 'privacy';

/** The operator of this installation. */
export interface Operator {
  name: string;
  address: string;
  email: string;
}

/** Null where the stage has none. */
export interface LandingData {
  /** Path or URL of a gallery to look at. */
  demo: string | null;
  operator: Operator | null;
}

/** Data that the page function writes into `<script type="application/json" id="page-data">`. */
export type PageData = KindOfPage & {
  /** Menu of the studio's website; absent without one. */
  menu?: SiteMenu;
};

type KindOfPage =
  | ({ kind: 'landing' } & LandingData)
  | { kind: 'legal'; document: LegalDocument; operator: Operator }
  | { kind: 'developers' }
  | ({ kind: 'studio'; sent?: true } & StudioPageData)
  | ({ kind: 'gallery' } & PublicGallery)
  | { kind: 'book'; studio: PublicStudio; offer: BookingOffer | null }
  | { kind: 'booking' | 'add' | 'client'; studio: PublicStudio }
  /** `proposal` is null if the link is unknown, expired or foreign: the page's script then says so. */
  | { kind: 'proposal'; studio: PublicStudio; proposal: PublicProposal | null }
  | { kind: 'gallery-access'; studio: PublicStudio; galleryId: string; access: GalleryAccess }
  | { kind: 'not-found'; studio?: PublicStudio };

/**
 * Parses the page's data; null if it is missing or malformed. No schema: our own server writes it into our own page, with
 * the script of the same deployment.
 */
export function parsePageData(json: string | null | undefined): PageData | null {
  try {
    return JSON.parse(json ?? 'null') as PageData | null;
  } catch {
    return null;
  }
}

export function readPageData(document: Document): PageData | null {
  return parsePageData(document.getElementById('page-data')?.textContent);
}

/** Returns the id of the page's gallery, which a readable link does not contain; null on other pages. */
export function pageGalleryId(data: PageData | null): string | null {
  if (data?.kind === 'gallery') return data.gallery.id;
  return data?.kind === 'gallery-access' ? data.galleryId : null;
}

/** Returns the studio of the page's data; null if it names none. */
export function pageStudio(data: PageData | null): PublicStudio | null {
  return data && 'studio' in data ? (data.studio ?? null) : null;
}
