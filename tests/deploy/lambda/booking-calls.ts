import { booking } from '#core/api/booking.ts';
import { calendar } from '#core/api/calendar.ts';
import type { Endpoint } from '#core/api/endpoint.ts';
import type { Endpoints } from '#core/api/endpoints.ts';
import { WEEK_MS } from '#core/domain/values/durations.ts';
import { insertRow } from '../../support/rows.ts';
import { type Call, type Scene, send } from './scene.ts';
import { activateStripe } from './stripe-calls.ts';
import { newId } from './studio.ts';

/** Calls an endpoint of the scene's public booking page. */
const ask = (scene: Scene, endpoint: Endpoint, sent: Omit<Parameters<typeof send>[2], 'params'> = {}, token = '') =>
  send(scene, endpoint, { ...sent, params: { accountSlug: scene.studio.account.slug, token } });

/** Creates a session type that can be booked by the hour from tomorrow on. */
async function openBooking({ stage: { db }, studio }: Scene): Promise<string> {
  const id = newId();
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  await db.query(
    `insert into settings (account_id, key, author_id, value) values ($1, 'booking', $2, '{"isOpen": true}')
     on conflict (account_id, key) do update set value = excluded.value`,
    Object.values(author),
  );
  await insertRow(db, 'session_types', { id, ...author, name: `Retrat ${studio.marker}`, is_bookable: true });
  await insertRow(db, 'schedule_plans', {
    id: newId(),
    ...author,
    session_type_id: id,
    name: studio.marker,
    start_date: new Date(Date.now() - WEEK_MS),
    days_of_week: [1, 2, 3, 4, 5, 6, 7],
    time_slots: [{ start: '08:00', end: '20:00' }],
    max_bookings_per_day: 10,
  });
  return id;
}

const spanOf = () => ({ from: String(Date.now()), to: String(Date.now() + WEEK_MS) });

/** The first free slot, as a visitor requests it. */
async function freeSlot(scene: Scene): Promise<{ sessionTypeId: string; start: number }> {
  const sessionTypeId = await openBooking(scene);
  const answer = await ask(scene, booking.slots, { query: { type: sessionTypeId, ...spanOf() } });
  const { slots } = booking.slots.response.parse(await answer.json());
  return { sessionTypeId, start: slots[0]!.start };
}

async function held(scene: Scene) {
  const slot = await freeSlot(scene);
  const { token } = booking.hold.response.parse(await (await ask(scene, booking.hold, { body: slot })).json());
  scene.stage.mustNotBeLogged(token);
  return { slot, token };
}

async function book(scene: Scene): Promise<Response> {
  const { slot, token } = await held(scene);
  const { marker } = scene.studio;
  const client = { name: `Pau ${marker}`, email: `pau-${newId()}-${marker}@example.org`, phone: '', message: marker };
  return ask(scene, booking.book, { body: { hold: token, slot, client: { ...client, language: 'ca' } } });
}

/** Connects the studio to Stripe and opens the pay page that books a slot. */
async function openPayment(scene: Scene): Promise<{ answer: Response; token: string }> {
  const { slot, token } = await held(scene);
  const { db } = scene.stage;
  await activateStripe(scene);
  await db.query("update session_types set online_payment = 'deposit' where id = $1", [slot.sessionTypeId]);
  const author = { account_id: scene.studio.account.id, author_id: scene.studio.session.user.id };
  const price = { session_type_id: slot.sessionTypeId, price: 12_000, deposit: 3_000 };
  await insertRow(db, 'session_type_prices', { ...author, ...price });
  const { marker } = scene.studio;
  const client = { name: `Pau ${marker}`, email: `pau-${newId()}-${marker}@example.org`, phone: '', message: marker };
  const body = { hold: token, slot, client: { ...client, language: 'ca' } };
  return { answer: await ask(scene, booking.checkout, { body }), token };
}

/** The token of a booking. */
export async function booked(scene: Scene): Promise<string> {
  return booking.book.response.parse(await (await book(scene)).json()).link;
}

export const BOOKING_CALLS = {
  types: async (scene) => {
    await openBooking(scene);
    return ask(scene, booking.types);
  },
  slots: async (scene) => ask(scene, booking.slots, { query: { type: await openBooking(scene), ...spanOf() } }),
  hold: async (scene) => ask(scene, booking.hold, { body: await freeSlot(scene) }),
  release: async (scene) => ask(scene, booking.release, { body: { token: (await held(scene)).token } }),
  book,
  checkout: async (scene) => (await openPayment(scene)).answer,
  checkoutState: async (scene) => ask(scene, booking.checkoutState, {}, (await openPayment(scene)).token),
  contact: async (scene) => {
    const { marker } = scene.studio;
    const sender = { name: `Mar ${marker}`, email: `mar-${newId()}-${marker}@example.org` };
    return ask(scene, booking.contact, { body: { ...sender, message: marker, language: 'ca' } });
  },
  managed: async (scene) => ask(scene, booking.managed, {}, await booked(scene)),
  appointment: async (scene) => ask(scene, booking.appointment, {}, await booked(scene)),
  withdrawal: async (scene) => ask(scene, booking.withdrawal, {}, await booked(scene)),
  withdraw: async (scene) => {
    const token = await booked(scene);
    await scene.stage.db.query('update session_billing set payment_amount = 12000 where account_id = $1', [
      scene.studio.account.id,
    ]);
    return ask(scene, booking.withdraw, { body: new URLSearchParams({ name: scene.studio.marker }) }, token);
  },
  rescheduleSlots: async (scene) => ask(scene, booking.rescheduleSlots, { query: spanOf() }, await booked(scene)),
  reschedule: async (scene) => {
    const token = await booked(scene);
    const answer = await ask(scene, booking.rescheduleSlots, { query: spanOf() }, token);
    const { slots } = booking.rescheduleSlots.response.parse(await answer.json());
    return ask(scene, booking.reschedule, { body: { start: slots[0]!.start } }, token);
  },
  pay: async (scene) => {
    const token = await booked(scene);
    await activateStripe(scene);
    await scene.stage.db.query('update session_billing set payment_amount = 12000 where account_id = $1', [
      scene.studio.account.id,
    ]);
    return ask(scene, booking.pay, { body: { item: 'balance' } }, token);
  },
  cancel: async (scene) => ask(scene, booking.cancel, { body: { reason: scene.studio.marker } }, await booked(scene)),
} satisfies { [N in keyof Endpoints['booking']]: Call };

async function madeFeed(scene: Scene): Promise<string> {
  const { url } = calendar.create.response.parse(await (await send(scene, calendar.create)).json());
  const token = new URL(url).pathname.split('/')[3]!;
  scene.stage.mustNotBeLogged(token);
  return token;
}

export const CALENDAR_CALLS = {
  sessions: async (scene) => send(scene, calendar.sessions, { params: { token: await madeFeed(scene) } }),
  own: (scene) => send(scene, calendar.own),
  create: (scene) => send(scene, calendar.create),
  remove: async (scene) => {
    await madeFeed(scene);
    return send(scene, calendar.remove);
  },
} satisfies { [N in keyof Endpoints['calendar']]: Call };
