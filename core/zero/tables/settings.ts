import { json, number, string, enumeration, table } from '@rocicorp/zero';
import type { ReadonlyJSONValue } from '@rocicorp/zero';

/** Key-value settings; keys and defaults: docs/specification.md#settings-of-a-studio. */
export const settings = table('settings')
  .columns({
    accountId: string().from('account_id'),
    key: string(),
    authorId: string().from('author_id'),
    value: json<ReadonlyJSONValue>(),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('accountId', 'key');

/** A studio's currency format; one row per account, following `accounts.currencyCode`. */
export const currency = table('currency')
  .columns({
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    code: string(),
    symbol: string(),
    position: enumeration<'before' | 'after'>(),
  })
  .primaryKey('accountId');
