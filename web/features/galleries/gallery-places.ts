import type { GalleryRow } from './gallery-rows.ts';

export type GalleryTab = 'gallery' | 'gallerySettings' | 'galleryAccess' | 'galleryActivity';

/** Addresses that a gallery's pages lead to; `web/app` knows them. */
export interface GalleryPlaces {
  galleries: string;
  presets: string;
  watermarks: string;
  galleryHref: (galleryId: string, tab?: GalleryTab) => string;
}

export interface TabProps {
  gallery: GalleryRow;
  places: GalleryPlaces;
}
