import { HOUR_MS } from '#core/domain/values/durations.ts';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { shiftDay } from '#web/components/ui/inputs/calendar-days.ts';
import { insertCustomer, insertRow, newId, type Row } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';

export const ZONE = 'Europe/Madrid';

const authorOf = ({ account, session }: Photographer) => ({ account_id: account.id, author_id: session.user.id });

/** A Wednesday at least a week ahead, `2026-12-02`, in a week without holidays. */
export function wednesdayAhead(now = Date.now()): string {
  const later = shiftDay(localDate(now, ZONE), 7);
  const weekday = new Date(later).getUTCDay();
  return shiftDay(later, (3 - weekday + 7) % 7);
}

/** Epoch milliseconds of an hour on the studio's clock; 10.5 is half past ten. */
export const at = (date: string, hour: number): number => startOfDay(date, ZONE) + hour * HOUR_MS;

/**
 * Inserts a session type of the studio with its price and a plan for every day.
 * @returns its id
 */
export async function makeBookable(studio: Photographer, type: Row = {}, plan: Row = {}): Promise<string> {
  const [id, author] = [newId(), authorOf(studio)];
  const looks = { name: 'Portrait', color: '#84452a', is_bookable: true };
  await insertRow(database(), 'session_types', { id, ...author, ...looks, ...type });
  await insertRow(database(), 'session_type_prices', { session_type_id: id, ...author, price: 12_000, deposit: 3_000 });
  await insertRow(database(), 'schedule_plans', {
    id: newId(),
    ...author,
    session_type_id: id,
    name: 'Regular hours',
    start_date: new Date(startOfDay(localDate(Date.now(), ZONE), ZONE)),
    days_of_week: [1, 2, 3, 4, 5, 6, 7],
    time_slots: [{ start: '09:00', end: '13:00' }],
    max_bookings_per_day: 4,
    ...plan,
  });
  return id;
}

/**
 * Inserts a session for a client of that name; one hour by default.
 * @returns its id
 */
export async function bookFor(studio: Photographer, client: string, date: number, values: Row = {}): Promise<string> {
  const id = newId();
  const customer_id = await insertCustomer(database(), studio.account.id, { name: client });
  const booked = { id, ...authorOf(studio), customer_id, date: new Date(date), duration: 60 };
  await insertRow(database(), 'sessions', { ...booked, ...values });
  return id;
}
