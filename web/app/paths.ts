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
  trash: '/app/galleries/trash',
  gallery: '/app/galleries/:galleryId',
  editGallery: '/app/galleries/:galleryId/edit',
  gallerySettings: '/app/galleries/:galleryId/settings',
  galleryAccess: '/app/galleries/:galleryId/access',
  galleryActivity: '/app/galleries/:galleryId/activity',
  settings: '/app/settings',
  presets: '/app/settings/presets',
  preset: '/app/settings/presets/:presetId',
  watermarks: '/app/settings/watermarks',
  watermark: '/app/settings/watermarks/:watermarkId',
  team: '/app/settings/team',
  security: '/app/settings/security',
  securityLog: '/app/settings/security-log',
  join: '/app/join/:inviteId',
  goodbye: '/app/goodbye',
  unauthorized: '/app/unauthorized',
  design: '/app/design',
} as const;

type GalleryPath = 'gallery' | 'gallerySettings' | 'galleryAccess' | 'galleryActivity';

export const galleryHref = (galleryId: string, tab: GalleryPath = 'gallery'): string =>
  generatePath(paths[tab], { galleryId });

export const presetHref = (presetId: string): string => generatePath(paths.preset, { presetId });
export const watermarkHref = (watermarkId: string): string => generatePath(paths.watermark, { watermarkId });
export const joinHref = (inviteId: string): string => generatePath(paths.join, { inviteId });
