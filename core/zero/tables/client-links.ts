import { enumeration, number, string, table } from '@rocicorp/zero';
import type { MailError } from '../../domain/values/errors.ts';

/** Links by which clients see everything of theirs; their tokens stay on the server. */
export const clientLinks = table('clientLinks')
  .from('client_links')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    /** Null: the client asked for it. */
    authorId: string().from('author_id').optional(),
    customerId: string().from('customer_id'),
    /** Recipient of its mail; empty for a copied link. */
    email: string(),
    createdAt: number().from('created_at'),
    expiresAt: number().from('expires_at'),
    sentAt: number().from('sent_at').optional(),
    openedAt: number().from('opened_at').optional(),
    lastUsedAt: number().from('last_used_at').optional(),
    revokedAt: number().from('revoked_at').optional(),
    mailError: enumeration<MailError>().from('mail_error').optional(),
  })
  .primaryKey('id');
