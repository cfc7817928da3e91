import { type BookingRules, readBookingRules } from '#core/domain/booking-rules.ts';
import { AppError } from '#core/domain/errors.ts';
import { type LockedDays, readLockedDays } from '#core/domain/locked-days.ts';
import type { Queryable } from './db.ts';

/** What a studio says about being booked. */
export interface BookingStudio {
  accountId: string;
  /** In whose name rows are made that nobody of the studio made. */
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

/** @throws AppError `not_found` for a studio that is closed. */
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
 * The same, held until the end of the transaction: of all who take a slot of one studio, each sees what those before
 * have taken. Writing sessions does not ask for this lock: the studio itself is never kept waiting.
 */
export async function lockBookingStudio(tx: Queryable, accountId: string): Promise<BookingStudio> {
  await tx.query('select from accounts where id = $1 for no key update', [accountId]);
  return readBookingStudio(tx, accountId);
}

/** @throws AppError `booking_closed` where clients cannot book by themselves. */
export function assertBookingOpen({ rules }: BookingStudio): void {
  if (!rules.isOpen) throw new AppError('booking_closed');
}
