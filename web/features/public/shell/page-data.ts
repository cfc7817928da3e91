import type { ResponseOf } from '#core/api/endpoint.ts';
import type { PublicGallery, publicPages, PublicStudio } from '#core/api/public.ts';
import type { GalleryAccess } from '#core/domain/grants.ts';

export type StudioPageData = ResponseOf<typeof publicPages.studio>;

/** What the page function writes into `<script type="application/json" id="page-data">`. */
export type PageData =
  | { kind: 'landing' }
  | ({ kind: 'studio' } & StudioPageData)
  | ({ kind: 'gallery' } & PublicGallery)
  | { kind: 'book' | 'booking'; studio: PublicStudio }
  | { kind: 'door'; studio: PublicStudio; galleryId: string; access: GalleryAccess }
  | { kind: 'not-found'; studio?: PublicStudio };

/** What each kind must carry. A page that carries less is treated as one without data, and the data is fetched. */
const MEMBERS: Record<PageData['kind'], readonly string[]> = {
  landing: [],
  studio: ['studio', 'galleries', 'booking'],
  gallery: ['studio', 'gallery', 'photos'],
  book: ['studio'],
  booking: ['studio'],
  door: ['studio', 'galleryId', 'access'],
  'not-found': [],
};

/**
 * Reads the page's data; null when there is none or it is not what we expect. Checked by shape alone, not by the
 * schema: it is our own server's output in our own page, and the schemas would cost a fifth of the first script.
 */
export function parsePageData(json: string | null | undefined): PageData | null {
  try {
    const data: unknown = JSON.parse(json ?? 'null');
    if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
    const members = Object.hasOwn(MEMBERS, String(data.kind)) ? MEMBERS[data.kind as PageData['kind']] : null;
    return members?.every((name) => Object.hasOwn(data, name)) ? (data as PageData) : null;
  } catch {
    return null;
  }
}

export function readPageData(document: Document): PageData | null {
  return parsePageData(document.getElementById('page-data')?.textContent);
}

/** The studio that the page is about, where its data names one. */
export function pageStudio(data: PageData | null): PublicStudio | null {
  return data && 'studio' in data ? (data.studio ?? null) : null;
}
