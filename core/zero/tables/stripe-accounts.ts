import { boolean, enumeration, number, string, table } from '@rocicorp/zero';
import type { StripeStatus } from '../../domain/payments/card-payments.ts';

/** The studio's account at Stripe; absent until it was connected. The server writes it. */
export const stripeAccounts = table('stripeAccounts')
  .from('stripe_accounts')
  .columns({
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    stripeId: string().from('stripe_id'),
    status: enumeration<StripeStatus>(),
    chargesEnabled: boolean().from('charges_enabled'),
    dueAt: number().from('due_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('accountId');
