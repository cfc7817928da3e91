import { boolean, enumeration, number, string, table } from '@rocicorp/zero';
import type { WatermarkKind, WatermarkPosition } from '../../domain/branding/watermarks.ts';

/** Without `image_key`, which stays on the server. */
export const watermarks = table('watermarks')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    name: string(),
    kind: enumeration<WatermarkKind>(),
    text: string(),
    position: enumeration<WatermarkPosition>(),
    /** Percent of the image's width. */
    size: number(),
    /** Percent. */
    opacity: number(),
    isTiled: boolean().from('is_tiled'),
    /** 0 until the watermark's image is stored. */
    imageVersion: number().from('image_version'),
    imageWidth: number().from('image_width').optional(),
    imageHeight: number().from('image_height').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
