import { can } from '../domain/roles.ts';
import { readable, type Ctx } from './context.ts';

/**
 * Whose money a query may show: everybody's to those who may see all of it, and else what was earned with sessions of
 * their own (decisions §3). Every query of a table with amounts goes through here.
 */
export interface MoneyReader {
  accountId: string;
  /** Null: everybody's. */
  photographerId: string | null;
}

export function moneyReader(ctx: Ctx | undefined): MoneyReader {
  const accountId = readable(ctx, 'money.read');
  return { accountId, photographerId: !ctx || can(ctx.role, 'money.all') ? null : ctx.userId };
}
