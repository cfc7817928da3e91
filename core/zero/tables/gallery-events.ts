import { enumeration, number, string, table } from '@rocicorp/zero';
import type { DownloadSize } from '../../domain/archives.ts';
import type { GalleryEventKind } from '../../domain/galleries.ts';

/** Activity of a gallery; written by the server only. */
export const galleryEvents = table('galleryEvents')
  .from('gallery_events')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    photoId: string().from('photo_id').optional(),
    grantId: string().from('grant_id').optional(),
    kind: enumeration<GalleryEventKind>(),
    at: number(),
    /** For downloads. */
    size: enumeration<DownloadSize>().optional(),
    photoCount: number().from('photo_count').optional(),
  })
  .primaryKey('id');
