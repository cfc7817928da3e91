import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type {
  GalleryCoverStyle,
  GallerySort,
  GalleryStatus,
  GalleryVisibility,
} from '../../domain/galleries/galleries.ts';
import type { JsonObject } from './json.ts';

export const galleries = table('galleries')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    customerId: string().from('customer_id').optional(),
    name: string(),
    description: string(),
    /** The day of the shoot. */
    date: number().optional(),
    status: enumeration<GalleryStatus>(),
    visibility: enumeration<GalleryVisibility>(),
    hasPassword: boolean().from('has_password'),
    coverPhotoId: string().from('cover_photo_id').optional(),
    coverStyle: enumeration<GalleryCoverStyle>().from('cover_style'),
    sortBy: enumeration<GallerySort>().from('sort_by'),
    allowOriginal: boolean().from('allow_original'),
    allowWeb: boolean().from('allow_web'),
    /** Visitors download originals without GPS data. */
    removeLocation: boolean().from('remove_location'),
    /** Visitors without an invitation may keep favourites, and comment. */
    guestFavourites: boolean().from('guest_favourites'),
    guestComments: boolean().from('guest_comments'),
    eventUntil: number().from('event_until').optional(),
    hasDownloadPin: boolean().from('has_download_pin'),
    watermarkId: string().from('watermark_id').optional(),
    settings: json<JsonObject>(),
    publishedAt: number().from('published_at').optional(),
    /** Last status change (previous status, time, member), for undo. */
    previousStatus: enumeration<GalleryStatus>().from('previous_status').optional(),
    statusChangedAt: number().from('status_changed_at').optional(),
    statusChangedBy: string().from('status_changed_by').optional(),
    /** Null is never; the API shows it as 0. */
    expiresAt: number().from('expires_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');

/** Counts of a gallery's photos outside the trash, maintained by triggers: Zero has no aggregates. */
export const galleryStats = table('galleryStats')
  .from('gallery_stats')
  .columns({
    galleryId: string().from('gallery_id'),
    accountId: string().from('account_id'),
    photoCount: number().from('photo_count'),
    readyCount: number().from('ready_count'),
    failedCount: number().from('failed_count'),
    originalBytes: number().from('original_bytes'),
    /** Counts of browsers with access, large views, and downloads. */
    visitorCount: number().from('visitor_count'),
    viewCount: number().from('view_count'),
    downloadCount: number().from('download_count'),
  })
  .primaryKey('galleryId');
