import type { BookingRules } from '#core/domain/sessions/booking.ts';
import { insertRow, newId, type Row } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';

/** Opens public booking for a studio: at least one hour ahead, at most sixty days, changes until a day before. */
export async function openBooking(owner: Photographer, rules: Partial<BookingRules> = {}): Promise<void> {
  const value = { isOpen: true, minNoticeMinutes: 60, horizonDays: 60, ...rules };
  // All windows of the suite share one network, whose hourly limit of recipients its tests would use up.
  await database().query("delete from rate_limits where bucket like 'booking-people:%'");
  await database().query(
    `insert into settings (account_id, key, author_id, value) values ($1, 'booking', $2, $3)
     on conflict (account_id, key) do update set value = excluded.value`,
    [owner.account.id, owner.session.user.id, JSON.stringify(value)],
  );
  await database().query(
    `update settings set value = value || $2::jsonb where account_id = $1 and key = 'photographer'`,
    [owner.account.id, JSON.stringify({ email: 'hello@llum.example', phone: '+34 600 000 000' })],
  );
}

export interface Offer {
  type?: Row;
  /** Minor units. */
  price?: { price: number; deposit: number };
  plan?: Row;
}

/**
 * Creates a session type of one hour that can be booked every day from ten to one.
 * @returns its id
 */
export async function offerSession(owner: Photographer, { type, price, plan }: Offer = {}): Promise<string> {
  const id = newId();
  const author = { account_id: owner.account.id, author_id: owner.session.user.id };
  await insertRow(database(), 'session_types', { id, ...author, name: 'Portrait', is_bookable: true, ...type });
  if (price) await insertRow(database(), 'session_type_prices', { session_type_id: id, ...author, ...price });
  await insertRow(database(), 'schedule_plans', {
    id: newId(),
    ...author,
    session_type_id: id,
    name: 'All year',
    start_date: new Date('2026-01-01T00:00:00+01:00'),
    days_of_week: [1, 2, 3, 4, 5, 6, 7],
    time_slots: [{ start: '10:00', end: '13:00' }],
    max_bookings_per_day: 8,
    location: 'Carrer de Mar 12, Cadaqués',
    ...plan,
  });
  return id;
}
