import type { ResponseOf } from '#core/api/endpoint.ts';
import type { PublicGallery, publicPages, PublicStudio } from '#core/api/public.ts';
import type { GalleryAccess } from '#core/domain/grants.ts';

export type StudioPageData = ResponseOf<typeof publicPages.studio>;

/** Data that the page function writes into `<script type="application/json" id="page-data">`. */
export type PageData =
  | { kind: 'landing' }
  | ({ kind: 'studio' } & StudioPageData)
  | ({ kind: 'gallery' } & PublicGallery)
  | { kind: 'book' | 'booking'; studio: PublicStudio }
  | { kind: 'door'; studio: PublicStudio; galleryId: string; access: GalleryAccess }
  | { kind: 'not-found'; studio?: PublicStudio };

/** Required members of each kind. Data that lacks one counts as missing, and the page fetches it. */
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
 * Parses the page's data; null if it is missing or malformed. Checks the shape only, without the schema: our own server
 * writes it into our own page, and the schemas would be a fifth of the first script.
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

/** Returns the studio of the page's data; null if it names none. */
export function pageStudio(data: PageData | null): PublicStudio | null {
  return data && 'studio' in data ? (data.studio ?? null) : null;
}
