import type { ContentPage } from '../domain/site/site.ts';
import type { Language } from '../domain/values/languages.ts';
import type { SitePicture } from '../domain/site/site-pictures.ts';
import type { BookableType } from './booking.ts';
import type { ContactOptions, PublicGallerySummary, PublicPhoto, PublicStudio } from './public.ts';

/** A photo with its public copies, which need no image token. Absent in the editor, and until they are made. */
export interface PicturedPhoto extends PublicPhoto {
  picture?: SitePicture | null;
}

/** A photo of the website with its gallery. */
export interface SitePhotoSource extends PicturedPhoto {
  galleryId: string;
}

/** A published post of the journal, in the page's language. */
export interface SitePost {
  href: string;
  title: string;
  description: string;
  /** Epoch milliseconds; null without a date. */
  date: number | null;
  photo: SitePhotoSource | null;
}

/** A page of the list of posts, counted from 1, with the paths of its neighbours. */
export interface JournalPosition {
  number: number;
  count: number;
  newer: string | null;
  older: string | null;
}

/** The menu of a studio's website in each language, which the studio's other pages show. */
export type SiteMenu = Readonly<Record<Language, readonly { title: string; href: string }[]>>;

/** Everything that a page of a studio's website shows; the page function loads it, and the editor's preview builds it. */
export interface SitePageData {
  studio: PublicStudio;
  /** Texts of the page are in this language, else in the studio's. */
  language: Language;
  /** Path of the site: `/p/{slug}`; empty on the studio's own domain. */
  base: string;
  /** Path of this page in its language. */
  href: string;
  /** Title and description are in the page's language. */
  page: Pick<ContentPage, 'id' | 'title' | 'description' | 'rows' | 'settings'>;
  menu: readonly { id: string; title: string; href: string }[];
  /** Addresses of this page in each language it exists in. */
  languages: readonly { language: Language; href: string }[];
  /** Addresses of all published pages, by id. */
  hrefs: Readonly<Record<string, string>>;
  /** Photos that may be shown, by id; others render nothing. */
  photos: Readonly<Record<string, SitePhotoSource>>;
  /** Public galleries, latest first. */
  galleries: readonly (PublicGallerySummary & { cover: PicturedPhoto | null })[];
  /** Photos of the public galleries that blocks show as they are now, by gallery id. */
  galleryPhotos: Readonly<Record<string, readonly PicturedPhoto[]>>;
  /** Posts of the journal, the latest first; on a page of their list those of that page. */
  posts: readonly SitePost[];
  /** Path of the posts as RSS; null without posts. Absent in the editor. */
  feed?: string | null;
  /** Where a page of the list of posts is in it; null for all other pages. Absent in the editor. */
  journal?: JournalPosition | null;
  /** Session types to book; empty while online booking is closed. */
  sessionTypes: readonly (Pick<BookableType, 'id' | 'name' | 'description' | 'translations' | 'duration' | 'price'> & {
    currency: string;
  })[];
  booking: boolean;
  /** The studio's contact form; null while it is closed. */
  contact?: ContactOptions | null;
}

/** The data of a page for search engines, beside its HTML: texts of its questions, and its photos at their largest. */
export interface SiteSearchData {
  questions: readonly { question: string; answer: string }[];
  images: readonly { src: string; width: number; height: number; alt: string }[];
}
