import { DAY_MS } from '#core/domain/values/durations.ts';
import { hideAccount } from '../accounts/close-account.ts';
import { enqueueVisitorsChange } from '../outbox/public-pages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { notifyOwners } from '../security/security-events.ts';
import type { ActRule, Outcome } from './event.ts';

/** Days after a suspension when its owners are reminded. */
const REMINDER_DAYS = [30, 60] as const;
/**
 * Time that a studio is suspended before an operator may close it: 120 days after the first failed payment, of which 44
 * pass before the suspension (docs/decisions/operator.md). With the trash's 30 days, nothing is erased before day 150.
 */
export const CLOSE_AFTER_MS = 76 * DAY_MS;

interface AccountState {
  /** Since when visitors find it closed: by an operator, or for an unpaid bill. */
  suspendedAt: number | null;
  deletedAt: number | null;
}

async function lockAccountState(tx: Queryable, accountId: string): Promise<AccountState> {
  const [account] = await tx.query<AccountState>(
    `select least(a.paused_at, (select p.since from account_plans p where p.account_id = a.id and a.plan_state = 'suspended'))
       as "suspendedAt", a.deleted_at as "deletedAt"
     from accounts a where a.id = $1 for no key update of a`,
    [accountId],
  );
  return account!;
}

/** Sets or clears a time of the account that closes it to visitors, who find it changed. */
export async function setAccountState(
  tx: Queryable,
  accountId: string,
  column: 'paused_at' | 'held_at' | 'site_held_at',
  at: number | null,
  now: number,
): Promise<Outcome> {
  const changed = await tx.query(
    `update accounts set ${column} = $2 where id = $1 and (${column} is null) = ($2::timestamptz is not null) returning id`,
    [accountId, at === null ? null : timestamp(at)],
  );
  if (changed.length === 0) return 'unchanged';
  await enqueueVisitorsChange(tx, accountId, now);
  return 'done';
}

export const suspend: ActRule = {
  logs: 'studio_suspended',

  async carryOut(tx, { accountId }, now) {
    return setAccountState(tx, accountId, 'paused_at', now, now);
  },

  /** Mails the owners immediately, and again while the studio is suspended; nothing if it was resumed before. */
  async tell(tx, { id, accountId, reason }, at, now) {
    const [paused] = await tx.query('select from accounts where id = $1 and paused_at is not null', [accountId]);
    if (!paused) return;
    const notice = { what: 'studio_suspended', accountId, outboxAccountId: accountId, reason } as const;
    await notifyOwners(tx, { ...notice, key: id }, at);
    for (const days of REMINDER_DAYS) {
      await notifyOwners(tx, { ...notice, key: `${id}:${days}` }, at, now + days * DAY_MS);
    }
  },
};

export const resume: ActRule = {
  logs: 'studio_resumed',

  async carryOut(tx, { accountId }, now) {
    await withdrawReminders(tx, accountId);
    return setAccountState(tx, accountId, 'paused_at', null, now);
  },

  /** Mails the owners, also while the studio stays closed for another reason, which the mail names. */
  async tell(tx, { id, accountId, reason }, at) {
    const [kept] = await tx.query('select from accounts where id = $1 and deleted_at is null', [accountId]);
    if (!kept) return;
    const notice = { what: 'studio_resumed', accountId, outboxAccountId: accountId, reason } as const;
    await notifyOwners(tx, { ...notice, key: id }, at);
  },
};

/** Closes a studio that is suspended for long: it is erased after the trash's 30 days, unless an owner reopens it. */
export const closeSuspended: ActRule = {
  logs: 'studio_closed',

  async carryOut(tx, { accountId }, now) {
    const { suspendedAt, deletedAt } = await lockAccountState(tx, accountId);
    if (deletedAt !== null) return 'unchanged';
    if (suspendedAt === null || suspendedAt > now - CLOSE_AFTER_MS) return 'too_early';
    await hideAccount(tx, accountId, now);
    await withdrawReminders(tx, accountId);
    return 'done';
  },

  async tell(tx, { id, accountId, reason }, at) {
    // No account in the outbox: the mail must survive the erasure of the studio.
    const notice = { what: 'studio_closed', accountId, outboxAccountId: null, reason } as const;
    await notifyOwners(tx, { ...notice, key: id }, at);
  },
};

async function withdrawReminders(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(
    `delete from outbox where account_id = $1 and kind = 'security.notice' and done_at is null
       and payload ->> 'what' = 'studio_suspended'`,
    [accountId],
  );
}
