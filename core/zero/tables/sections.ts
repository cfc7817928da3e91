import { boolean, enumeration, number, string, table } from '@rocicorp/zero';
import type { GallerySort } from '../../domain/galleries/galleries.ts';

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
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
