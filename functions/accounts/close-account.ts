import { accounts } from '#core/api/accounts.ts';
import { planLimits } from '#core/domain/studio/plan-limits.ts';
import { MAX_ACCOUNTS_PER_USER } from '#core/domain/studio/accounts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { assertCan } from '#core/domain/studio/roles.ts';
import type { SecurityEventKind } from '#core/domain/studio/security-events.ts';
import { disconnectAccount } from '../checkouts/stripe-accounts.ts';
import { enqueueVisitorsChange } from '../outbox/public-pages.ts';
import type { Identity } from '../platform/auth/access-token.ts';
import { findRole } from '../platform/auth/authorization.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { notifyOwners, recordSecurityEvent } from '../security/security-events.ts';
import { limitClosings, readAccount } from './rows.ts';

/**
 * Closes a studio: hides it, ends its payments by card, and its visitors' stay. Call it with the account row locked.
 */
export async function closeAccount(tx: Queryable, accountId: string, caller: Identity, now: number): Promise<void> {
  await recordClosureEvent(tx, 'account_deleted', accountId, caller, now);
  await hideAccount(tx, accountId, now);
}

/** Does the same without a record of it. */
export async function hideAccount(tx: Queryable, accountId: string, now: number): Promise<void> {
  await tx.query('update accounts set deleted_at = $2 where id = $1', [accountId, timestamp(now)]);
  await disconnectAccount(tx, accountId, now);
  await enqueueVisitorsChange(tx, accountId, now);
}

async function recordClosureEvent(
  tx: Queryable,
  kind: SecurityEventKind,
  accountId: string,
  caller: Identity,
  now: number,
) {
  await recordSecurityEvent(tx, { accountId, kind, actor: { userId: caller.userId, name: caller.email } }, now);
}

export const close = defineHandler(accounts.close, async ({ services, caller, params: { accountId }, body }) => {
  await services.db.transaction(async (tx) => {
    const [account] = await tx.query<{ name: string }>('select name from accounts where id = $1 for no key update', [
      accountId,
    ]);
    const role = await findRole(tx, caller.userId, accountId);
    // Non-members get `not_found`, as for an unknown account.
    if (!account || !role) throw new AppError('not_found');
    assertCan(role, 'account.delete');
    if (body.name.trim() !== account.name.trim()) throw new AppError('confirmation_wrong', { field: 'name' });
    await limitClosings(tx, accountId, services.clock());
    await closeAccount(tx, accountId, caller, services.clock());
    // No account in the outbox: the mail must survive the erasure of the studio.
    const notice = { what: 'studio_closed', key: accountId, accountId, outboxAccountId: null } as const;
    await notifyOwners(tx, notice, services.clock());
  });
  return { body: {} };
});

interface ClosedAccount {
  id: string;
  name: string;
  deletedAt: number;
}

/**
 * Returns the closed studios that this user owns and that are not yet due for erasure; with `accountId`, only that one.
 */
async function readClosedAccounts(db: Queryable, userId: string, now: number, accountId: string | null = null) {
  return db.query<ClosedAccount>(
    `select a.id, a.name, a.deleted_at as "deletedAt" from accounts a
       join account_members m on m.account_id = a.id and m.user_id = $1 and m.role = 'owner'
     where a.deleted_at > $2 and ($3::text is null or a.id = $3) order by a.deleted_at desc, a.id`,
    [userId, timestamp(now - TRASH_MS), accountId],
  );
}

export const closed = defineHandler(accounts.closed, async ({ services, caller }) => {
  const rows = await readClosedAccounts(services.db, caller.userId, services.clock());
  return { body: rows.map((row) => ({ ...row, erasedAt: row.deletedAt + TRASH_MS })) };
});

export const restore = defineHandler(accounts.restore, async ({ services, caller, params: { accountId } }) => {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    await lockOwnedAccounts(tx, caller);
    await tx.query('select from accounts where id = $1 for no key update', [accountId]);
    const [row] = await readClosedAccounts(tx, caller.userId, now, accountId);
    // The studio is open, belongs to another person, or is due for erasure.
    if (!row) throw new AppError('not_found');
    await tx.query('update accounts set deleted_at = null where id = $1', [accountId]);
    await recordClosureEvent(tx, 'account_restored', accountId, caller, now);
    await enqueueVisitorsChange(tx, accountId, now);
  });
  return { body: await readAccount(services, caller.userId, accountId) };
});

/** Serialises opening studios per user: two concurrent requests must not create an eleventh one. */
export async function lockOwnedAccounts(tx: Queryable, { userId }: Identity): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`accounts:${userId}`]);
}

/**
 * Checks the limit of studios per owner. Closed studios count until they are erased, so opening and closing repeatedly
 * does not evade it.
 * @throws AppError `account_limit`
 */
export async function assertAccountCapacity(tx: Queryable, { userId }: Identity): Promise<void> {
  const [owned] = await tx.query<{ count: number; paying: number; trying: number }>(
    `select count(*) as count, count(*) filter (where a.plan_state <> 'trialing') as paying,
       count(*) filter (where a.plan_state = 'trialing') as trying
     from account_members m join accounts a on a.id = m.account_id where m.user_id = $1 and m.role = 'owner'`,
    [userId],
  );
  const { count, paying, trying } = owned!;
  // Who pays for one of their studios may have as many as everybody where nothing is charged.
  const ofPlan = paying === 0 && trying > 0 ? planLimits('trialing', null)!.studios : MAX_ACCOUNTS_PER_USER;
  const maximum = Math.min(ofPlan, MAX_ACCOUNTS_PER_USER);
  if (count >= maximum) throw new AppError('account_limit', { maximum });
}
