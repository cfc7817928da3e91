import { json, number, string, enumeration, table } from '@rocicorp/zero';
import type { DateFormat } from '../../domain/values/date-formats.ts';
import type { Language } from '../../domain/values/languages.ts';
import type { Role } from '../../domain/studio/roles.ts';
import type { JsonObject } from './json.ts';

export const accounts = table('accounts')
  .columns({
    id: string(),
    authorId: string().from('author_id'),
    name: string(),
    slug: string(),
    language: enumeration<Language>(),
    timeZone: string().from('time_zone'),
    dateFormat: enumeration<DateFormat>().from('date_format'),
    currencyCode: string().from('currency_code'),
    settings: json<JsonObject>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');

/** Members of a studio with their roles; the source of `members` in the API's accounts. */
export const accountMembers = table('accountMembers')
  .from('account_members')
  .columns({
    accountId: string().from('account_id'),
    userId: string().from('user_id'),
    role: enumeration<Role>(),
    name: string(),
    email: string(),
    createdAt: number().from('created_at'),
  })
  .primaryKey('accountId', 'userId');

/** Storage usage of a studio, maintained by triggers; one row per account. */
export const accountUsage = table('accountUsage')
  .from('account_usage')
  .columns({
    accountId: string().from('account_id'),
    /** Bytes of all stored originals, including trashed ones, and of the studio's fonts. */
    storageBytes: number().from('storage_bytes'),
    /** Photos and galleries outside the trash. */
    photoCount: number().from('photo_count'),
    galleryCount: number().from('gallery_count'),
  })
  .primaryKey('accountId');
