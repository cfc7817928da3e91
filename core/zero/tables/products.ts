import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type { ProductKind, ProductTexts, WithdrawalKind } from '../../domain/payments/products.ts';

/** The studio's price list; only for members with access to money. */
export const products = table('products')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    kind: enumeration<ProductKind>(),
    texts: json<ProductTexts>(),
    /** Minor units. */
    amount: number(),
    withdrawal: enumeration<WithdrawalKind>(),
    archivedAt: number().from('archived_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
