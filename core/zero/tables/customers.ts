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
    notes: string(),
    /** Null means the studio's language. */
    language: enumeration<Language>().optional(),
    tags: json<readonly string[]>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');
