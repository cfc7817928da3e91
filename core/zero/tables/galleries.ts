import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type {
  GalleryCoverStyle,
  GallerySort,
  GalleryStatus,
  GalleryVisibility,
} from '../../domain/galleries/galleries.ts';
import type { GrantStatus } from '../../domain/galleries/grants.ts';
import type { MailError } from '../../domain/values/errors.ts';
import type { Translations } from '../../domain/values/translations.ts';
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
    /** When an operator blocked it. */
    heldAt: number().from('held_at').optional(),
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

/** Sections of a gallery. */
export const gallerySections = table('gallerySections')
  .from('gallery_sections')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    galleryId: string().from('gallery_id'),
    name: string(),
    order: number(),
    isVisible: boolean().from('is_visible'),
    /** Null: the gallery's sort order. */
    sortBy: enumeration<GallerySort>().from('sort_by').optional(),
    /** The name in other languages. */
    translations: json<Translations>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

/** A person's invitation to a gallery. Its token's hash is in a separate table that is never published. */
export const grants = table('grants')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    galleryId: string().from('gallery_id'),
    label: string(),
    message: string(),
    email: string(),
    canView: boolean().from('can_view'),
    canDownload: boolean().from('can_download'),
    canSelect: boolean().from('can_select'),
    canComment: boolean().from('can_comment'),
    status: enumeration<GrantStatus>(),
    expiresAt: number().from('expires_at').optional(),
    sentAt: number().from('sent_at').optional(),
    openedAt: number().from('opened_at').optional(),
    acceptedAt: number().from('accepted_at').optional(),
    revokedAt: number().from('revoked_at').optional(),
    createdAt: number().from('created_at'),
    /** The client whose grant this is, if they had no email address; then `email` is empty. */
    customerId: string().from('customer_id').optional(),
    mailError: enumeration<MailError>().from('mail_error').optional(),
  })
  .primaryKey('id');

/** The link by which guests add photos to a gallery. */
export const guestUploadLinks = table('guestUploadLinks')
  .from('guest_upload_links')
  .columns({
    galleryId: string().from('gallery_id'),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    /** Always null: code of before knows the column. */
    /** SHA-256 of the token in the address, Base64url. */
    tokenHash: string().from('token_hash'),
    /** Where the photos go; null: before all sections. */
    sectionId: string().from('section_id').optional(),
    isOpen: boolean().from('is_open'),
    endsAt: number().from('ends_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('galleryId');

/** A photo that a guest added. It waits for the studio while it is hidden. */
export const guestPhotos = table('guestPhotos')
  .from('guest_photos')
  .columns({
    photoId: string().from('photo_id'),
    accountId: string().from('account_id'),
    name: string(),
    createdAt: number().from('created_at'),
  })
  .primaryKey('photoId');
