import { type InsightPeriod, type InsightRange, insightRange, rangeInstants } from '#core/domain/studio/insights.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { can } from '#core/domain/studio/roles.ts';
import { localDate } from '#core/domain/values/time.ts';
import type { Member } from '../platform/auth/authorization.ts';
import type { Queryable } from '../platform/db/database.ts';

/** The rows that a request may count. */
export interface Scope {
  accountId: string;
  language: Language;
  zone: string;
  currency: string;
  /** Today in the studio's zone. */
  today: string;
  range: InsightRange;
  /** The period as instants in epoch milliseconds, end exclusive. */
  bounds: { start: number; end: number };
  /** The studio's first year, for the choice of years. */
  firstYear: number;
  /** Whose money: null for all sessions' (docs/decisions/roles.md). */
  photographerId: string | null;
  galleryId?: string;
}

export async function readScope(db: Queryable, caller: Member, period: InsightPeriod, now: number): Promise<Scope> {
  const [studio] = await db.query<{ language: Language; zone: string; currency: string; since: number }>(
    `select language, known_zone(time_zone) as zone, currency_code as currency, created_at as since
     from accounts where id = $1`,
    [caller.accountId],
  );
  if (!studio) throw new AppError('not_found');
  const { language, zone, currency, since } = studio;
  const today = localDate(now, zone);
  const range = insightRange(period, today);
  return {
    accountId: caller.accountId,
    language,
    zone,
    currency,
    today,
    range,
    bounds: rangeInstants(range, zone),
    firstYear: Number(localDate(since, zone).slice(0, 4)),
    photographerId: can(caller.role, 'money.all') ? null : caller.userId,
  };
}

/** @throws AppError `not_found`, also for a gallery of another account or in the trash */
export async function requireGallery(
  db: Queryable,
  { accountId }: Scope,
  galleryId: string,
): Promise<{ name: string }> {
  const [gallery] = await db.query<{ name: string }>(
    'select name from galleries where id = $1 and account_id = $2 and deleted_at is null',
    [galleryId, accountId],
  );
  if (!gallery) throw new AppError('not_found');
  return gallery;
}
