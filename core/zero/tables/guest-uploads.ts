import { boolean, number, string, table } from '@rocicorp/zero';

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
