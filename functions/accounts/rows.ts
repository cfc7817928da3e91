import { type Account, isReserved } from '#core/domain/accounts.ts';
import { AppError } from '#core/domain/errors.ts';
import { type Queryable, violatedConstraint } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

const ACCOUNT = `a.id, a.name, a.slug, a.language, a.time_zone as "timeZone", a.date_format as "dateFormat", a.currency_code as currency,
  a.settings, a.created_at as "createdAt", me.role,
  (select jsonb_agg(jsonb_build_object('userId', m.user_id, 'role', m.role, 'name', m.name, 'email', m.email)
     order by m.created_at, m.user_id) from account_members m where m.account_id = a.id) as members`;

/** The accounts that a person belongs to, or the one of them that is named. */
export async function readAccounts(db: Queryable, userId: string, accountId: string | null = null): Promise<Account[]> {
  return db.query<Account>(
    `select ${ACCOUNT} from accounts a join account_members me on me.account_id = a.id and me.user_id = $1
     where a.deleted_at is null and ($2::text is null or a.id = $2) order by a.name, a.id`,
    [userId, accountId],
  );
}

/** @throws AppError `not_found`, for an account that the person does not belong to alike. */
export async function readAccount(db: Queryable, userId: string, accountId: string): Promise<Account> {
  const [account] = await readAccounts(db, userId, accountId);
  if (!account) throw new AppError('not_found');
  return account;
}

/**
 * Why a well-formed slug cannot be had: it is kept for the product, or it is another studio's, or was once. A retired
 * slug is never given to somebody else.
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

/** @throws AppError `slug_reserved`, `slug_taken`. */
export async function assertSlugFree(db: Queryable, slug: string, accountId: string | null): Promise<void> {
  const refusal = await slugError(db, slug, accountId);
  if (refusal) throw new AppError(refusal, { field: 'slug' });
}

const SLUG_TAKEN_CONSTRAINT = new Set(['accounts_slug_key', 'slug_history_pkey']);

/** Two people may ask for a slug at once: the unique index decides, and the slower one hears `slug_taken`. */
export async function withSlugConflict(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!SLUG_TAKEN_CONSTRAINT.has(violatedConstraint(error) ?? '')) throw error;
    throw new AppError('slug_taken', { field: 'slug' });
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Closings of one studio: each writes to all of its owners, ends every door and asks for each gallery's preview anew.
 * Once by mistake, once in earnest and once more. What is closed no oftener is opened no oftener, and who closed it
 * can always open it again: so openings are not counted.
 */
const CLOSINGS_PER_ACCOUNT = { limit: 3, windowMs: DAY_MS };
/**
 * Addresses of one studio: each retires the one before for good, for everybody, and empties the cache below both. A
 * spelling that is regretted, some tries and back again; what is printed on cards does not change by the hour.
 */
const SLUG_CHANGES_PER_ACCOUNT = { limit: 5, windowMs: DAY_MS };

/**
 * Counts a closing in its own transaction: one that is refused for something else counts for nothing.
 * @throws AppError `rate_limited`
 */
export async function limitClosings(tx: Queryable, accountId: string, now: number): Promise<void> {
  await limitAttempts(tx, { bucket: `studio-closing:${accountId}`, ...CLOSINGS_PER_ACCOUNT }, now);
}

/** The same of a change of the studio's address. @throws AppError `rate_limited` */
export async function limitSlugChanges(tx: Queryable, accountId: string, now: number): Promise<void> {
  await limitAttempts(tx, { bucket: `studio-address:${accountId}`, ...SLUG_CHANGES_PER_ACCOUNT }, now);
}

/**
 * What is kept as the first or the last millisecond of a day of the studio and means that day, whatever the zone: when
 * a plan begins and ends, when a gallery was shot and closes, when an invited person's access ends, until when a client
 * is to pay. When a session is, when money came in and what lasts a number of hours are moments, and stay.
 */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  schedule_plans: ['start_date', 'end_date'],
  galleries: ['date', 'expires_at'],
  grants: ['expires_at'],
  session_billing: ['due_date', 'deposit_due_date'],
};

/** Has the days of a studio be the same days on the clock of another zone. */
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
