import { AppError } from '../domain/values/errors.ts';
import { assertCan, can, type Capability, type ActorRole } from '../domain/studio/roles.ts';
import { assertMayWrite, type StudioAccess } from '../domain/studio/studio-access.ts';

/** The authenticated caller, derived by the server from token and membership, never from arguments. */
export interface Ctx {
  userId: string;
  accountId: string;
  role: ActorRole;
  /** What the studio may do now; without it, everything. */
  access?: StudioAccess;
  /** The server's clock, epoch milliseconds; absent in browsers. */
  now?: () => number;
}

/**
 * Authorises the caller's write, which needs all the capabilities and a studio that may write.
 * @throws AppError `unauthorized`, `forbidden`, `studio_read_only`, `studio_suspended`
 */
export function authorise(ctx: Ctx | undefined, ...capabilities: readonly Capability[]): Ctx {
  if (!ctx) throw new AppError('unauthorized');
  for (const capability of capabilities) assertCan(ctx.role, capability);
  assertMayWrite(ctx.access ?? 'open');
  return ctx;
}

/** An id that no row has: a CHECK requires ten letters. */
const NO_ACCOUNT = '';

/**
 * Returns the account id to filter by; '' (no rows) without the capability. Zero 1.9 cannot run `or()` on Postgres,
 * where mutators and tests run queries, although zero-cache could.
 */
export function readableAccountId(ctx: Ctx | undefined, capability: Capability): string {
  return ctx && can(ctx.role, capability) ? ctx.accountId : NO_ACCOUNT;
}
