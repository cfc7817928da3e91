import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { assertCan, can, type Capability, type Role } from '../domain/roles.ts';

/** Who asks, as the server found it from token and membership; never taken from arguments. */
export interface Ctx {
  userId: string;
  accountId: string;
  role: Role;
  /** The server's clock, epoch milliseconds; absent in browsers. */
  now?: () => number;
}

/** Each mutation brings the time of its act, so that both runs of it agree; the server puts its own in its place. */
export const clientTime = z.number().int().min(0);

/**
 * First in every mutator: authorise before anything is looked for.
 * @throws AppError `unauthorized` or `forbidden`.
 */
export function authorise(ctx: Ctx | undefined, capability: Capability): Ctx {
  if (!ctx) throw new AppError('unauthorized');
  assertCan(ctx.role, capability);
  return ctx;
}

/** An id that no row can have: a CHECK asks for ten letters. */
const NO_ACCOUNT = '';

/**
 * The account whose rows a query may show; nobody's, for whoever may see none. Not `or()`, which says the same to
 * zero-cache, but which Zero 1.9 cannot put to Postgres, where mutators and tests run queries.
 */
export function readableAccountId(ctx: Ctx | undefined, capability: Capability): string {
  return ctx && can(ctx.role, capability) ? ctx.accountId : NO_ACCOUNT;
}

/** The time to write: the server's own where it runs, so that a client's clock decides nothing. */
export function serverTime(tx: Transaction, ctx: Ctx, acted: number): number {
  return tx.location === 'server' && ctx.now ? ctx.now() : acted;
}

/** Missing and foreign rows answer alike. */
export function assertFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found');
  return row;
}
