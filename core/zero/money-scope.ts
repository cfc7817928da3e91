import { can } from '../domain/studio/roles.ts';
import { type Ctx, readableAccountId } from './context.ts';

/**
 * Rows with amounts that a query may return: all for members with `money.all`, otherwise those of the member's own
 * sessions (docs/decisions/roles.md). Every query of a table with amounts uses it.
 */
interface MoneyScope {
  accountId: string;
  /** Null: no restriction. */
  photographerId: string | null;
}

export function moneyScope(ctx: Ctx | undefined): MoneyScope {
  const accountId = readableAccountId(ctx, 'money.read');
  return { accountId, photographerId: !ctx || can(ctx.role, 'money.all') ? null : ctx.userId };
}
