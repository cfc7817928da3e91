import type pg from 'pg';
import { monthBounds, monthOf, utcDay } from '#core/domain/studio/usage.ts';
import { CommandError } from '../lib/command.ts';

/** A studio as its operator sees it: sums and states, nothing of its clients, photos and mails. */
export interface StudioRow {
  id: string;
  slug: string;
  name: string;
  createdAt: Date;
  /** When its owner closed it; null while it is open. */
  closedAt: Date | null;
  /** When an operator suspended it; null unless it is suspended. */
  pausedAt: Date | null;
  /** When an operator blocked it, or its website. */
  heldAt: Date | null;
  siteHeldAt: Date | null;
  /** What it pays by; null where nothing is charged. */
  planState: string | null;
  members: number;
  galleries: number;
  photos: number;
  /** Bytes. */
  stored: number;
  /** Bytes that its clients downloaded in the present UTC month. */
  downloaded: number;
}

// The views of the schema `operators` are all that an operator's role may read.
const STUDIO = `select a.id, a.slug, a.name, a.created_at as "createdAt", a.deleted_at as "closedAt",
    a.paused_at as "pausedAt", a.held_at as "heldAt", a.site_held_at as "siteHeldAt",
    a.plan_state as "planState",
    (select coalesce(sum(m.count), 0)::integer from operators.members m where m.account_id = a.id) as members,
    u.gallery_count as galleries, u.photo_count as photos, u.storage_bytes::float8 as stored,
    (select coalesce(sum(d.download_bytes), 0)::float8 from operators.usage_days d
     where d.account_id = a.id and d.day >= $1::date and d.day < $2::date) as downloaded
  from operators.accounts a join operators.usage u on u.account_id = a.id`;

export const STUDIO_ORDERS = { stored: 'stored', downloaded: 'downloaded', newest: '"createdAt"' } as const;
export type StudioOrder = keyof typeof STUDIO_ORDERS;

/** Returns the first day of the present UTC month and the next month's. */
function presentMonth(now: number): [string, string] {
  const { start, end } = monthBounds(monthOf(now));
  return [utcDay(start), utcDay(end)];
}

/** Returns the studios with the most of something, or the newest. */
export async function listStudios(
  db: pg.Client,
  { order, limit, now }: { order: StudioOrder; limit: number; now: number },
): Promise<StudioRow[]> {
  const { rows } = await db.query<StudioRow>(
    `select * from (${STUDIO}) s order by ${STUDIO_ORDERS[order]} desc, id limit $3`,
    [...presentMonth(now), limit],
  );
  return rows;
}

/**
 * Finds a studio by its id, the last part of its address (also a former one) or its own domain.
 * @throws CommandError if there is none
 */
export async function findStudio(db: pg.Client, name: string, now: number): Promise<StudioRow> {
  const { rows } = await db.query<StudioRow>(
    `${STUDIO} where a.id = $3 or a.slug = $3
       or a.id in (select account_id from operators.addresses where address = $3)
     order by (a.id = $3) desc, (a.slug = $3) desc limit 1`,
    [...presentMonth(now), name],
  );
  if (!rows[0]) throw new CommandError(`No studio has the id, address or domain "${name}".`);
  return rows[0];
}

/** Amounts in minor units. */
interface StudioPlan {
  /** When its state began. */
  since: Date;
  cap: number;
  credit: number;
  /** The month that `spent` is of. */
  month: string;
  spent: number;
  overdueSince: Date | null;
  /** The accepted version of the prices, and when the studio was told of others. */
  prices: number | null;
  noticed: Record<string, number>;
  /** The operator's exceptions. */
  limits: Record<string, number>;
}

export interface StudioDetails {
  plan: StudioPlan | null;
  domains: { hostname: string; status: string }[];
  /** Galleries and photos that an operator has blocked, the earliest first. */
  holds: { galleryId: string; photoId: string | null; heldAt: Date }[];
  /** Bytes of photos in the trash, which are stored as well. */
  trash: number;
  /** Effects that were given up, by kind. */
  givenUp: { kind: string; count: number }[];
  /** Addresses that refuse the studio's mails. */
  refusals: number;
  months: { month: string; byteHours: number; downloaded: number }[];
}

/** Attempts after which an effect is given up; must equal `MAX_ATTEMPTS` of functions/outbox. */
export const GIVEN_UP_AFTER = 12;

export async function readDetails(db: pg.Client, id: string): Promise<StudioDetails> {
  const rows = async <Row extends pg.QueryResultRow>(sql: string) => (await db.query<Row>(sql, [id])).rows;
  const [totals] = await rows<{ trash: number; refusals: number }>(
    `select coalesce((select bytes from operators.trash where account_id = $1), 0)::float8 as trash,
       coalesce((select count from operators.mail_refusals where account_id = $1), 0) as refusals`,
  );
  const [plan = null] = await rows<StudioPlan>(
    `select since, cap, credit, month, spent::float8 as spent, overdue_since as "overdueSince", limits, prices, noticed
     from operators.plans where account_id = $1`,
  );
  return {
    plan,
    domains: await rows(
      `select address as hostname, status from operators.addresses
       where account_id = $1 and status <> 'former' order by address`,
    ),
    holds: await rows(
      `select gallery_id as "galleryId", photo_id as "photoId", held_at as "heldAt" from operators.holds
       where account_id = $1 order by held_at, gallery_id, photo_id`,
    ),
    trash: totals!.trash,
    givenUp: await rows(
      `select kind, sum(count)::integer as count from operators.pending_effects
       where account_id = $1 and attempts >= ${GIVEN_UP_AFTER} group by kind order by kind`,
    ),
    refusals: totals!.refusals,
    months: await rows(
      `select to_char(day, 'YYYY-MM') as month, sum(byte_hours)::float8 as "byteHours",
         sum(download_bytes)::float8 as downloaded
       from operators.usage_days where account_id = $1 group by 1 order by 1 desc`,
    ),
  };
}

export interface UsageRow {
  day: string;
  hours: number;
  byteHours: number;
  downloaded: number;
}

/** Returns the days of a UTC month in which a studio used something. */
export async function readUsageDays(db: pg.Client, id: string, month: string): Promise<UsageRow[]> {
  const { start, end } = monthBounds(month);
  const { rows } = await db.query<UsageRow>(
    `select day::text, bit_count(hours::bit(24))::integer as hours, byte_hours::float8 as "byteHours",
       download_bytes::float8 as downloaded
     from operators.usage_days where account_id = $1 and day >= $2::date and day < $3::date order by day`,
    [id, utcDay(start), utcDay(end)],
  );
  return rows;
}
