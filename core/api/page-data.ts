import type { GalleryAccess } from '#core/domain/galleries/grants.ts';
import type { booking } from './booking.ts';
import type { ResponseOf } from './endpoint.ts';
import type { PublicProposal } from './proposals.ts';
import type { PublicGallery, publicPages, PublicStudio } from './public.ts';
import type { SiteMenu } from './site-page.ts';

export type StudioPageData = ResponseOf<typeof publicPages.studio>;

/** A studio's session types that can be booked online. */
export type BookingOffer = Omit<ResponseOf<typeof booking.types>, 'studio'>;

export type LegalDocument = 'terms' | 'privacy';

/** The operator of this installation. */
export interface Operator {
  name: string;
  address: string;
  email: string;
}

/** The stage's data for the product's own pages; null if not configured. */
export interface StageInfo {
  /** Path or URL of a gallery to look at. */
  demo: string | null;
  operator: Operator | null;
  /** The first month that studios pay for; null where nothing is charged. */
  billingFrom: string | null;
}

/** Data that the page function writes for the page's script, in `<script type="application/json" id="page-data">`. */
export type PageData = KindOfPage & {
  /** Menu of the studio's website; absent without one. */
  menu?: SiteMenu;
};

type KindOfPage =
  | ({ kind: 'landing' } & StageInfo)
  | { kind: 'legal'; document: LegalDocument; operator: Operator }
  /** The reference for programs; its script loads the document. */
  | { kind: 'developers' }
  /** `sent` is true on the page after the contact form was sent. */
  | ({ kind: 'studio'; sent?: true } & StudioPageData)
  /** `photos` are the first ones; `gallery.photoCount` is the total. */
  | ({ kind: 'gallery' } & PublicGallery)
  /** `offer` is null if the studio takes no bookings. Slots are loaded from the API, because the page is cached. */
  | { kind: 'book'; studio: PublicStudio; offer: BookingOffer | null }
  /** A shell: the booking is loaded from the API, by the token in the page's address. */
  | { kind: 'booking'; studio: PublicStudio }
  /** Never cached: it is the client's. Null for a link that does not work, and an accepted one: the script asks. */
  | { kind: 'proposal'; studio: PublicStudio; proposal: PublicProposal | null }
  /** Shells like `booking`. */
  | { kind: 'add' | 'client'; studio: PublicStudio }
  | { kind: 'gallery-access'; studio: PublicStudio; galleryId: string; access: GalleryAccess }
  | { kind: 'not-found'; studio?: PublicStudio };
