import { booking } from '#core/api/booking.ts';
import type { BookingRules } from '#core/domain/sessions/booking.ts';
import type { Answer, ApiStack } from './api.ts';
import { insertRow, newId, type Row } from './rows.ts';
import type { Studio } from './studio.ts';

interface Offer {
  type?: Row;
  /** Minor units; no price by default. */
  price?: { price: number; deposit: number };
  plan?: Row;
}

/** Opens public booking: at least an hour ahead, at most ninety days, changes until a day before. */
export async function openBooking({ db }: ApiStack, studio: Studio, rules: Partial<BookingRules> = {}): Promise<void> {
  await db.pool.query("update accounts set time_zone = 'Europe/Madrid' where id = $1", [studio.id]);
  const value = { isOpen: true, minNoticeMinutes: 60, ...rules };
  await db.pool.query(
    `insert into settings (account_id, key, author_id, value) values ($1, 'booking', $2, $3)
     on conflict (account_id, key) do update set value = excluded.value`,
    [studio.id, studio.owner.userId, JSON.stringify(value)],
  );
}

/** Inserts a session type of one hour that clients can book every day from nine to five. */
export async function offer({ db }: ApiStack, studio: Studio, { type, price, plan }: Offer = {}): Promise<string> {
  const id = newId();
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  await insertRow(db.pool, 'session_types', { id, ...author, name: 'Portrait', is_bookable: true, ...type });
  if (price) await insertRow(db.pool, 'session_type_prices', { session_type_id: id, ...author, ...price });
  await insertRow(db.pool, 'schedule_plans', {
    id: newId(),
    ...author,
    session_type_id: id,
    name: 'All year',
    start_date: new Date('2026-01-01T00:00:00+01:00'),
    days_of_week: [1, 2, 3, 4, 5, 6, 7],
    time_slots: [{ start: '09:00', end: '17:00' }],
    max_bookings_per_day: 8,
    ...plan,
  });
  return id;
}

/** A visitor on a separate network, who uses a studio's booking endpoints as its page does. */
export function visitor(api: ApiStack, { slug }: { slug: string }, number = 1, device = 1) {
  const headers = { 'x-viewer-address': `10.${number >> 8}.${number & 255}.${device}` };
  const base = `/api/p/${slug}`;
  const get = (path: string) => api.call('GET', base + path, { channel: null, headers });
  const post = (path: string, body: unknown) => api.call('POST', base + path, { channel: 'public', headers, body });
  const client = (values: object = {}) => ({
    name: 'Núria',
    email: `${crypto.randomUUID()}@example.org`,
    phone: '600 000 000',
    message: 'Two children, one dog.',
    language: 'ca',
    ...values,
  });
  return {
    types: () => get('/booking'),
    slots: (type: string, from: number, to: number) => get(`/booking/slots?type=${type}&from=${from}&to=${to}`),
    hold: (sessionTypeId: string, start: number, instead?: string) =>
      post('/booking/holds', { sessionTypeId, start, ...(instead ? { instead } : {}) }),
    release: (token: string) => post('/booking/releases', { token }),
    book: (hold: string, slot: { sessionTypeId: string; start: number }, values: object = {}) =>
      post('/booking', { hold, slot, client: client(values) }),
    /** Opens the pay page that books the slot. */
    checkout: (hold: string, slot: { sessionTypeId: string; start: number }, values: object = {}) =>
      post('/booking/checkouts', { hold, slot, client: client(values) }),
    checkoutState: (token: string) => get(`/booking/checkouts/${token}`),
    pay: (token: string, item: string) => post(`/bookings/${token}/payments`, { item }),
    /** Holds a slot and books it. */
    async request(slot: { sessionTypeId: string; start: number }, values: object = {}): Promise<Answer> {
      const { token } = (await this.hold(slot.sessionTypeId, slot.start)).read(booking.hold);
      return this.book(token, slot, values);
    },
    own: (token: string) => get(`/bookings/${token}`),
    moves: (token: string, from: number, to: number) => get(`/bookings/${token}/slots?from=${from}&to=${to}`),
    reschedule: (token: string, start: number) => post(`/bookings/${token}/reschedule`, { start }),
    cancel: (token: string, values: { reason?: string; returned?: number } = {}) =>
      post(`/bookings/${token}/cancel`, values),
  };
}
export type Visitor = ReturnType<typeof visitor>;

/**
 * Holds a slot and books it.
 * @returns the link of the booking
 */
export async function bookSlot(
  who: Visitor,
  slot: { sessionTypeId: string; start: number },
  values: object = {},
): Promise<string> {
  return (await who.request(slot, values)).read(booking.book).link;
}

/** Next slots in the response for a slot that is taken. */
export function offeredIn(answer: Answer): number[] {
  const slots = answer.error.params?.['slots'] as { start: number }[];
  return slots.map(({ start }) => start);
}
