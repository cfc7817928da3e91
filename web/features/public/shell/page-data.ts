import type { PageData } from '#core/api/page-data.ts';
import type { PublicStudio } from '#core/api/public.ts';

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
