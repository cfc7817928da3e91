import { type BookingRules, readBookingRules } from '#core/domain/sessions/booking.ts';
import { TYPE_PICTURE_FIELD } from '#core/domain/branding/studio-photos.ts';
import type { CancellationRule } from '#core/domain/payments/cancellation.ts';
import { amountAtBooking, isChargeable, type OnlinePayment } from '#core/domain/payments/card-payments.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type LockedDays, readLockedDays } from '#core/domain/slots/locked-days.ts';
import type { SchedulePlan } from '#core/domain/slots/schedule-plans.ts';
import { epochMs, type Queryable } from '../platform/db/database.ts';
import type { Translations } from '#core/domain/values/translations.ts';

/** A studio's settings for online booking. */
export interface BookingStudio {
  accountId: string;
  /** Author of rows that no team member created. */
  authorId: string;
  zone: string;
  currency: string;
  rules: BookingRules;
  lockedDays: LockedDays;
}

interface StudioRow extends Omit<BookingStudio, 'rules' | 'lockedDays'> {
  rules: unknown;
  lockedDays: unknown;
}

/** @throws AppError `not_found` for a closed studio */
export async function readBookingStudio(db: Queryable, accountId: string): Promise<BookingStudio> {
  const [row] = await db.query<StudioRow>(
    `select a.id as "accountId", a.author_id as "authorId", a.time_zone as zone, a.currency_code as currency,
       (select s.value from settings s where s.account_id = a.id and s.key = 'booking') as rules,
       (select s.value -> 'lockedDays' from settings s where s.account_id = a.id and s.key = 'photographer')
         as "lockedDays"
     from accounts a where a.id = $1 and a.deleted_at is null`,
    [accountId],
  );
  if (!row) throw new AppError('not_found');
  return { ...row, rules: readBookingRules(row.rules), lockedDays: readLockedDays(row.lockedDays) };
}

/**
 * Serialises public bookings of the account until commit. Back-office writes skip this lock, so the studio never waits
 * for it.
 */
export async function lockBookingStudio(tx: Queryable, accountId: string): Promise<BookingStudio> {
  await tx.query('select from accounts where id = $1 for no key update', [accountId]);
  return readBookingStudio(tx, accountId);
}

/** @throws AppError `booking_closed` if clients cannot book online */
export function assertBookingOpen({ rules }: BookingStudio): void {
  if (!rules.isOpen) throw new AppError('booking_closed');
}

/** A session type that clients can book. Amounts in minor units; null if unset. */
export interface BookableRow {
  id: string;
  name: string;
  description: string;
  translations: Translations | null;
  /** Path of its own picture. */
  picture: string | null;
  duration: number;
  maxClients: number;
  photographerId: string | null;
  requiresApproval: boolean;
  /** True if its contract names the client's address. */
  needsAddress: boolean;
  asksSecondPerson: boolean;
  /** `none` while the studio takes no payments by card. */
  onlinePayment: OnlinePayment;
  price: number | null;
  deposit: number | null;
  cancellation: CancellationRule | null;
}

const BOOKABLE_TYPES = `select t.id, t.name, t.description, t.settings -> 'translations' as translations,
    t.settings ->> '${TYPE_PICTURE_FIELD}' as picture, t.duration, t.max_clients as "maxClients",
    t.photographer_id as "photographerId", t.requires_approval as "requiresApproval",
    t.asks_second_person as "asksSecondPerson",
    case when exists (select from stripe_accounts x where x.account_id = t.account_id and x.status = 'active')
      then t.online_payment else 'none' end as "onlinePayment",
    nullif(p.price, 0) as price, nullif(p.deposit, 0) as deposit, t.cancellation,
    exists (select from contract_templates c where c.account_id = t.account_id and c.id = t.contract_template_id
      and c.texts::text ~ '\\{\\{\\s*clientAddress\\s*\\}\\}') as "needsAddress"
  from session_types t left join session_type_prices p on p.session_type_id = t.id and p.account_id = t.account_id
  where t.account_id = $1 and t.is_bookable and t.archived_at is null`;

function listBookable(db: Queryable, accountId: string): Promise<BookableRow[]> {
  return db.query<BookableRow>(`${BOOKABLE_TYPES} order by t.name, t.id`, [accountId]);
}

/** Returns what clients can book online, without free times; null if the studio takes no bookings. */
export async function readOffer(db: Queryable, accountId: string) {
  const { currency, rules } = await readBookingStudio(db, accountId);
  if (!rules.isOpen) return null;
  const { pageText, horizonDays, withdrawable: offersDated } = rules;
  const types = (await listBookable(db, accountId)).map((type) => ({ ...type, payNow: payNow(type, currency) }));
  return { accountId, currency, pageText, horizonDays, offersDated, types };
}

/**
 * Returns what is paid by card to book a type; null for none, and for an amount below Stripe's least charge. What needs
 * approval is paid after it.
 */
export function payNow(type: BookableRow, currency: string): number | null {
  const amount = amountAtBooking(type);
  return !type.requiresApproval && amount > 0 && isChargeable(amount, currency) ? amount : null;
}

/** Returns null alike for a type that is foreign, archived or not offered. */
export async function findBookable(db: Queryable, accountId: string, id: string): Promise<BookableRow | null> {
  const [row] = await db.query<BookableRow>(`${BOOKABLE_TYPES} and t.id = $2`, [accountId, id]);
  return row ?? null;
}

/** A plan of bookable times, with the studio's location if it has one. */
export type PlanRow = SchedulePlan & { locationName: string | null; locationAddress: string | null };

/** Returns the active plans of some session types. */
export function listPlans(db: Queryable, accountId: string, sessionTypeIds: readonly string[]): Promise<PlanRow[]> {
  return db.query<PlanRow>(
    `select p.id, p.session_type_id as "sessionTypeId", ${epochMs('p.start_date')} as "startDate", ${epochMs('p.end_date')} as "endDate",
       p.days_of_week as "daysOfWeek", p.time_slots as "timeSlots", p.location, p.location_id as "locationId",
       p.max_bookings_per_day as "maxBookingsPerDay", p.buffer_time as "bufferTime", p.is_active as "isActive",
       l.name as "locationName", l.address as "locationAddress"
     from schedule_plans p left join locations l on l.account_id = p.account_id and l.id = p.location_id
     where p.account_id = $1 and p.session_type_id = any ($2) and p.is_active`,
    [accountId, sessionTypeIds],
  );
}
