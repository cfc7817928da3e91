import type { SchedulePlan } from '#core/domain/schedule-plans.ts';
import type { Queryable } from './db.ts';

/** A kind of session that clients can book. Amounts in minor units; null where the studio names none. */
export interface BookableRow {
  id: string;
  name: string;
  description: string;
  duration: number;
  maxClients: number;
  photographerId: string | null;
  requiresApproval: boolean;
  price: number | null;
  deposit: number | null;
}

const BOOKABLE_TYPES = `select t.id, t.name, t.description, t.duration, t.max_clients as "maxClients",
    t.photographer_id as "photographerId", t.requires_approval as "requiresApproval",
    nullif(p.price, 0) as price, nullif(p.deposit, 0) as deposit
  from session_types t left join session_type_prices p on p.session_type_id = t.id and p.account_id = t.account_id
  where t.account_id = $1 and t.is_bookable and t.archived_at is null`;

export function listBookable(db: Queryable, accountId: string): Promise<BookableRow[]> {
  return db.query<BookableRow>(`${BOOKABLE_TYPES} order by t.name, t.id`, [accountId]);
}

/** Null for a type that is foreign, archived or not offered, alike. */
export async function findBookable(db: Queryable, accountId: string, id: string): Promise<BookableRow | null> {
  const [row] = await db.query<BookableRow>(`${BOOKABLE_TYPES} and t.id = $2`, [accountId, id]);
  return row ?? null;
}

/** When a type can be booked, with the studio's own place where the plan names one. */
export type PlanRow = SchedulePlan & { placeName: string | null; placeAddress: string | null };

/** Those of some types that are not switched off. */
export function listPlans(db: Queryable, accountId: string, sessionTypeIds: readonly string[]): Promise<PlanRow[]> {
  return db.query<PlanRow>(
    `select p.id, p.session_type_id as "sessionTypeId", p.start_date as "startDate", p.end_date as "endDate",
       p.days_of_week as "daysOfWeek", p.time_slots as "timeSlots", p.location, p.location_id as "locationId",
       p.max_bookings_per_day as "maxBookingsPerDay", p.buffer_time as "bufferTime", p.is_active as "isActive",
       l.name as "placeName", l.address as "placeAddress"
     from schedule_plans p left join locations l on l.account_id = p.account_id and l.id = p.location_id
     where p.account_id = $1 and p.session_type_id = any ($2) and p.is_active`,
    [accountId, sessionTypeIds],
  );
}
