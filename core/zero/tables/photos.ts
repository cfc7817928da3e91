import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { PhotoFailure, PhotoMetadata, PhotoStatus, Rotation } from '../../domain/photos.ts';

/** Without `original_key`, `sha256`, `etag` and `upload_id`, which stay on the server. */
export const photos = table('photos')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    galleryId: string().from('gallery_id'),
    filename: string(),
    fileId: string().from('file_id'),
    /** Written by the database from gallery and file. */
    urlPath: string().from('url_path'),
    status: enumeration<PhotoStatus>(),
    failureReason: enumeration<PhotoFailure>().from('failure_reason').optional(),
    /** Bytes. */
    size: number(),
    mimeType: string().from('mime_type'),
    /** Pixels as shown, after orientation; null until read. */
    width: number().optional(),
    height: number().optional(),
    orientation: number().optional(),
    /** 0–1 from the left and from the top; both or neither. */
    focalX: number().from('focal_x').optional(),
    focalY: number().from('focal_y').optional(),
    /** Base64. */
    thumbhash: string().optional(),
    metadata: json<PhotoMetadata>(),
    order: number(),
    capturedAt: number().from('captured_at').optional(),
    /** Seconds; added to `capturedAt` wherever photos are put in order. */
    captureOffset: number().from('capture_offset'),
    sectionId: string().from('section_id').optional(),
    isHidden: boolean().from('is_hidden'),
    /** Degrees clockwise; `renderedRotation` is what the renditions under `fileId` show. */
    rotation: number<Rotation>(),
    renderedRotation: number<Rotation>().from('rendered_rotation'),
    /** Where these differ, the picture is being made anew and the former one is still shown. */
    styleVersion: number().from('style_version'),
    renderedVersion: number().from('rendered_version'),
    uploadedAt: number().from('uploaded_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');

/** A new original on its way to a photo, until it is read. */
export const photoReplacements = table('photoReplacements')
  .from('photo_replacements')
  .columns({
    photoId: string().from('photo_id'),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    authorId: string().from('author_id'),
    status: enumeration<'uploading' | 'processing' | 'failed'>(),
    failureReason: enumeration<PhotoFailure>().from('failure_reason').optional(),
    filename: string(),
    /** Bytes. */
    size: number(),
    mimeType: string().from('mime_type'),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('photoId');

/** How often visitors looked at a photo in large and took it home. */
export const photoStats = table('photoStats')
  .from('photo_stats')
  .columns({
    photoId: string().from('photo_id'),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    viewCount: number().from('view_count'),
    downloadCount: number().from('download_count'),
  })
  .primaryKey('photoId');
