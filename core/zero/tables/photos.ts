import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type { PhotoFailure, PhotoMetadata, PhotoStatus } from '../../domain/photos.ts';

/** Without `original_key`, `sha256` and `etag`, which stay on the server. */
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
    uploadedAt: number().from('uploaded_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');
