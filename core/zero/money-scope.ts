import { can } from '../domain/roles.ts';
import { type Ctx, readableAccountId } from './context.ts';

/**
 * Whose money a query may show: everybody's to those who may see all of it, and else what was earned with sessions of
 * their own (decisions §3). Every query of a table with amounts goes through here.
 */
export interface MoneyScope {
  accountId: string;
  /** Null: everybody's. */
  photographerId: string | null;
}

export function moneyScope(ctx: Ctx | undefined): MoneyScope {
  const accountId = readableAccountId(ctx, 'money.read');
  return { accountId, photographerId: !ctx || can(ctx.role, 'money.all') ? null : ctx.userId };
}
