import { boolean, enumeration, number, string, table } from '@rocicorp/zero';
import type { MailError } from '../../domain/values/errors.ts';
import type { GrantStatus } from '../../domain/galleries/grants.ts';

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
    /** The client whose grant this is, if they had no e-mail address; then `email` is empty. */
    customerId: string().from('customer_id').optional(),
    mailError: enumeration<MailError>().from('mail_error').optional(),
  })
  .primaryKey('id');
