import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type { Language } from '../../domain/languages.ts';

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
    /** Null means the studio's language. */
    language: enumeration<Language>().optional(),
    tags: json<readonly string[]>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
    /** Since then the row names nobody. */
    erasedAt: number().from('erased_at').optional(),
    /** Of one in the trash: the customer that its sessions and galleries went to. */
    mergedInto: string().from('merged_into').optional(),
  })
  .primaryKey('id');

/** Two who are alike and not the same; the smaller id first. */
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

/** Counts of a client's sessions, kept by triggers. */
export const customerStats = table('customerStats')
  .from('customer_stats')
  .columns({
    customerId: string().from('customer_id'),
    accountId: string().from('account_id'),
    /** Outside the trash, neither declined nor cancelled. */
    sessionCount: number().from('session_count'),
    /** The latest of them, which may be to come. */
    lastSessionAt: number().from('last_session_at').optional(),
  })
  .primaryKey('customerId');
