import { generatePath } from 'react-router-dom';

/** Spec §2, and what hangs below it. */
export const paths = {
  login: '/login',
  auth: '/app/auth',
  resetPassword: '/reset-password',
  home: '/app',
  newAccount: '/app/studios/new',
  galleries: '/app/galleries',
  newGallery: '/app/galleries/new',
  gallery: '/app/galleries/:galleryId',
  editGallery: '/app/galleries/:galleryId/edit',
  gallerySettings: '/app/galleries/:galleryId/settings',
  galleryAccess: '/app/galleries/:galleryId/access',
  settings: '/app/settings',
  unauthorized: '/app/unauthorized',
  design: '/app/design',
} as const;

type GalleryPath = 'gallery' | 'gallerySettings' | 'galleryAccess';

export const galleryHref = (galleryId: string, tab: GalleryPath = 'gallery'): string =>
  generatePath(paths[tab], { galleryId });
