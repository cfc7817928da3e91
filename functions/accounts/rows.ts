import { type Account, isReserved } from '#core/domain/studio/accounts.ts';
import { pricesEnd, type PlanTerms } from '#core/domain/studio/plan.ts';
import { groupsOf } from '#core/domain/studio/sync-groups.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type Queryable, violatedConstraint } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import type { Services } from '../platform/services.ts';
import { IS_UNTOLD, STUDIO_FACTS } from '../platform/studio-facts.ts';
import { bucketOf } from '../platform/sync-groups.ts';
import { ANNOUNCEMENTS } from '../status/announcements.ts';

const ACCOUNT = `a.id, a.name, a.slug, a.language, a.time_zone as "timeZone", a.date_format as "dateFormat", a.currency_code as currency,
  a.settings, a.created_at as "createdAt", a.capped_at as "cappedAt", ${STUDIO_FACTS},
  a.site_held_at as "siteHeldAt", ${bucketOf('a.id')} as bucket, me.role, ${ANNOUNCEMENTS} as announcements,
  ${IS_UNTOLD} as "isUntold",
  (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'since', 
       (extract(epoch from v.allowed_at) * 1000)::bigint, 'until', (extract(epoch from v.until) * 1000)::bigint)), '[]')
     from support_visits v where v.account_id = a.id and v.ended_at is null and v.until > now()) as visits,
  (select max(t.version) from agreements t where t.account_id = a.id and t.document = 'terms') as terms,
  coalesce(p.overdue_since is not null, false) as "isOverdue", p.prices, coalesce(p.noticed, '{}') as noticed,
  (select jsonb_agg(jsonb_build_object('userId', m.user_id, 'role', m.role, 'name', m.name, 'email', m.email)
     order by m.created_at, m.user_id) from account_members m where m.account_id = a.id) as members`;

/** Returns the user's accounts; with `accountId`, only that one. */
export async function readAccounts(
  { db, syncGroups }: Pick<Services, 'db' | 'syncGroups'>,
  userId: string,
  accountId: string | null = null,
): Promise<Account[]> {
  type Row = Omit<Account, 'pricesEndAt' | 'syncGroups'> & Pick<PlanTerms, 'prices' | 'noticed'> & { bucket: number };
  const rows = await db.query<Row>(
    `select ${ACCOUNT} from accounts a left join account_plans p on p.account_id = a.id cross join lateral (
       select m.role from account_members m where m.account_id = a.id and m.user_id = $1
       union all select 'support' from support_visits v
       where v.account_id = a.id and v.user_id = $1 and v.ended_at is null and v.until > now()
       limit 1) me
     where a.deleted_at is null and ($2::text is null or a.id = $2) order by a.name, a.id`,
    [userId, accountId],
  );
  return rows.map(({ prices, noticed, bucket, ...row }) => ({
    ...row,
    pricesEndAt: pricesEnd({ prices, noticed }),
    syncGroups: groupsOf(syncGroups, bucket),
  }));
}

/** @throws AppError `not_found` for an unknown account and for one that the user is not a member of */
export async function readAccount(
  services: Pick<Services, 'db' | 'syncGroups'>,
  userId: string,
  accountId: string,
): Promise<Account> {
  const [account] = await readAccounts(services, userId, accountId);
  if (!account) throw new AppError('not_found');
  return account;
}

/**
 * Returns the reason why a well-formed slug is unavailable, or null. Slugs that are reserved, in use, or retired by
 * another studio are unavailable; retired slugs are never reassigned.
 */
export async function slugError(
  db: Queryable,
  slug: string,
  accountId: string | null,
): Promise<'slug_reserved' | 'slug_taken' | null> {
  if (isReserved(slug)) return 'slug_reserved';
  const [row] = await db.query<{ taken: boolean }>(
    `select exists (select from accounts where slug = $1 and id is distinct from $2)
       or exists (select from slug_history where slug = $1 and (account_id is null or account_id is distinct from $2)) as taken`,
    [slug, accountId],
  );
  return row?.taken ? 'slug_taken' : null;
}

/** @throws AppError `slug_reserved`, `slug_taken` */
export async function assertSlugFree(db: Queryable, slug: string, accountId: string | null): Promise<void> {
  const refusal = await slugError(db, slug, accountId);
  if (refusal) throw new AppError(refusal, { field: 'slug' });
}

const SLUG_TAKEN_CONSTRAINT = new Set(['accounts_slug_key', 'slug_history_pkey']);

/** Maps a unique violation to `slug_taken`: of two concurrent requests for one slug, the index decides. */
export async function withSlugConflict(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!SLUG_TAKEN_CONSTRAINT.has(violatedConstraint(error) ?? '')) throw error;
    throw new AppError('slug_taken', { field: 'slug' });
  }
}

/**
 * Counts a closing in the caller's transaction, so that a refused one does not count.
 * @throws AppError `rate_limited`
 */
export async function limitClosings(tx: Queryable, accountId: string, now: number): Promise<void> {
  await limitAttempts(tx, 'studio-closings', { account: accountId }, now);
}

/** Counts a slug change, likewise in the caller's transaction. @throws AppError `rate_limited` */
export async function limitSlugChanges(tx: Queryable, accountId: string, now: number): Promise<void> {
  await limitAttempts(tx, 'studio-addresses', { account: accountId }, now);
}

/**
 * Columns that store a calendar day as its first or last millisecond in the studio's time zone: plan start and end,
 * gallery date and expiry, expiry of a grant, due dates. Session times, payment times and durations are instants and do
 * not shift.
 */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  schedule_plans: ['start_date', 'end_date'],
  galleries: ['date', 'expires_at'],
  grants: ['expires_at'],
  // Before the copies in session_billing: others than the plan's would end it.
  order_instalments: ['due_at'],
  proposals: ['valid_until'],
  session_billing: ['due_date', 'deposit_due_date'],
};

/** Shifts the stored days of a studio so that they stay the same calendar days in another time zone. */
export async function shiftAccountDays(
  tx: Queryable,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const [table, columns] of Object.entries(DAYS)) {
    const moved = columns.map((column) => `${column} = (${column} at time zone z.old) at time zone z.new`);
    await tx.query(
      `update ${table} set ${moved.join(', ')}
       from (select public.known_zone($2) as old, public.known_zone($3) as new) z
       where account_id = $1 and coalesce(${columns.join(', ')}) is not null`,
      [accountId, from, to],
    );
  }
}
