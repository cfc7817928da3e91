import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { MailError } from '../../domain/values/errors.ts';
import type { Language } from '../../domain/values/languages.ts';

export const customers = table('customers')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    name: string(),
    /** Empty when unknown, like `phone`. */
    email: string(),
    phone: string(),
    address: string(),
    taxId: string().from('tax_id'),
    notes: string(),
    /** Null: the studio's language. */
    language: enumeration<Language>().optional(),
    tags: json<readonly string[]>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
    /** Time of the erasure; the row is anonymous since then. */
    erasedAt: number().from('erased_at').optional(),
    /** When the booking form created the customer; null once the client opened a mailed link or the studio edited it. */
    unconfirmedSince: number().from('unconfirmed_since').optional(),
    /** For a trashed customer: the customer that received its sessions and galleries. */
    mergedInto: string().from('merged_into').optional(),
  })
  .primaryKey('id');

/** People of a client. The first one, by `position` and id, has the client's `email` and `phone`. */
export const customerContacts = table('customerContacts')
  .from('customer_contacts')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    customerId: string().from('customer_id'),
    authorId: string().from('author_id'),
    position: number(),
    /** Empty: the client's name. */
    name: string(),
    email: string(),
    phone: string(),
    /** Null: the client's language. */
    language: enumeration<Language>().optional(),
    receives: boolean(),
    chooses: boolean(),
    signs: boolean(),
    pays: boolean(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

/** Similar clients confirmed as different; the smaller id first. */
export const dismissedDuplicates = table('dismissedDuplicates')
  .from('dismissed_duplicates')
  .columns({
    customerId: string().from('customer_id'),
    otherCustomerId: string().from('other_customer_id'),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    createdAt: number().from('created_at'),
  })
  .primaryKey('customerId', 'otherCustomerId');

/** Session counts of a client, maintained by triggers. */
export const customerStats = table('customerStats')
  .from('customer_stats')
  .columns({
    customerId: string().from('customer_id'),
    accountId: string().from('account_id'),
    /** Sessions outside the trash, neither declined nor cancelled. */
    sessionCount: number().from('session_count'),
    /** Latest of these sessions, possibly in the future. */
    lastSessionAt: number().from('last_session_at').optional(),
  })
  .primaryKey('customerId');

/** Links by which clients see everything of theirs; their tokens stay on the server. */
export const clientLinks = table('clientLinks')
  .from('client_links')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    /** Null: the client asked for it. */
    authorId: string().from('author_id').optional(),
    customerId: string().from('customer_id'),
    /** Whose page it opens. Null: all of the client's, as a copied link. */
    contactId: string().from('contact_id').optional(),
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
