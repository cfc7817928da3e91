import { booking } from '#core/api/booking.ts';
import { errorBody } from '#core/api/errors.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import type { Figure } from '../../bench/figure.ts';
import type { Office, Studio } from '../../bench/studio.ts';
import { seededRandom } from '../../support/random.ts';
import { insertRow, newId } from '../../support/rows.ts';
import { Tally } from './tally.ts';
import { Visitor, type VisitorAnswer } from './visitor.ts';

const BAR = 'bk';
const ZONE = 'Europe/Madrid';
/** One-hour slots of a day, from nine to five. */
const SLOTS_A_DAY = 8;
/** Networks of booking visitors, after those of `visitors.ts`. */
const FIRST_NETWORK = 30_000;

export interface BookingSizes {
  /** Visitors who all read the free slots before the first one chooses. */
  visitors: number;
  /** A multiple of `SLOTS_A_DAY`. */
  slots: number;
}

/** `booked`, or the code of the last refusal. */
type Outcome = string;

/**
 * More visitors than slots, all at the same time: each opens the booking page, reads the free slots, chooses one at
 * random, takes one of the alternatives as long as a refusal offers some, and books what it holds.
 */
export async function bookSlots(studio: Studio, sizes: BookingSizes, seed: number): Promise<() => Promise<Figure[]>> {
  const type = await openBooking(studio, sizes.slots / SLOTS_A_DAY);
  return async () => {
    const tally = new Tally(BAR);
    const random = seededRandom(seed);
    const ready = waitForAll(sizes.visitors);
    const started = performance.now();
    const outcomes: Outcome[] = await Promise.all(
      Array.from({ length: sizes.visitors }, async (_, number) => {
        const visitor = new Visitor(studio.stack.origin, FIRST_NETWORK + number);
        const outcome = await bookOne(visitor, { slug: studio.account.slug, type, number, random, ready }, tally);
        visitor.leave();
        return outcome;
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
    const { rows } = await studio.database.query<{ sessions: number; doubled: number }>(
      `select coalesce(sum(n), 0)::int as sessions, count(*) filter (where n > 1)::int as doubled
       from (select count(*) as n from sessions where session_type_id = $1 group by date) as slots`,
      [type],
    );
    const wrong = (what: string, value: number, of: number): Figure => {
      return { bar: BAR, what, value: Math.abs(value - of), limit: 0, unit: `off ${of}` };
    };
    const told = sizes.visitors - sizes.slots;
    return [
      wrong(`visitors who booked, of ${sizes.visitors} for ${sizes.slots} slots`, count('booked'), sizes.slots),
      wrong('sessions in the database', rows[0]!.sessions, sizes.slots),
      wrong('visitors who were told that the slot is taken', count('slot_taken'), told),
      { bar: BAR, what: 'slots that were booked twice', value: rows[0]!.doubled, limit: 0, unit: 'slots' },
      { bar: BAR, what: 'time until all have an answer', value: seconds, limit: null, unit: 's' },
      ...tally.figures(),
    ];
  };
}

/** Opens booking with a session type that has slots on the next `days` days only. Returns the type's id. */
export async function openBooking({ database, account, session }: Office, days: number): Promise<string> {
  const rules = { isOpen: true, minNoticeMinutes: 60 };
  await database.query(
    `insert into settings (account_id, key, author_id, value) values ($1, 'booking', $2, $3)
     on conflict (account_id, key) do update set value = excluded.value`,
    [account.id, session.user.id, JSON.stringify(rules)],
  );
  const type = newId();
  const author = { account_id: account.id, author_id: session.user.id };
  await insertRow(database, 'session_types', { id: type, ...author, name: 'Portrait', is_bookable: true });
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
  const { rows } = await database.query<{ first: Date; last: Date }>(
    `select $1::timestamp at time zone $3 as first, $2::timestamp at time zone $3 as last`,
    [day(7), day(6 + days), ZONE],
  );
  await insertRow(database, 'schedule_plans', {
    id: newId(),
    ...author,
    session_type_id: type,
    name: 'A week',
    start_date: rows[0]!.first,
    end_date: rows[0]!.last,
    days_of_week: [1, 2, 3, 4, 5, 6, 7],
    time_slots: [{ start: '09:00', end: '17:00' }],
    max_bookings_per_day: SLOTS_A_DAY,
  });
  return type;
}

interface BookingRequest {
  slug: string;
  type: string;
  number: number;
  random: () => number;
  /** Resolves once all visitors have called it. */
  ready: () => Promise<void>;
}

async function bookOne(
  visitor: Visitor,
  { slug, type, number, random, ready }: BookingRequest,
  tally: Tally,
): Promise<Outcome> {
  const path = (pattern: string) => pattern.replace(':accountSlug', slug);
  const read = (kind: string, address: string) =>
    tally.time(kind, async () => expectOk(await visitor.ask({ method: 'GET', address })));
  const write = (kind: string, address: string, body: object) =>
    tally.time(kind, () => {
      const headers = { 'x-channel': 'public', 'content-type': 'application/json' };
      return visitor.ask({ method: 'POST', address, headers, body: JSON.stringify(body) });
    });

  await read('booking page', `/p/${slug}/book`);
  const now = Date.now();
  const listed = await read(
    'free slots',
    `${path(booking.slots.path)}?type=${type}&from=${now}&to=${now + 30 * DAY_MS}`,
  );
  await ready();
  if (!listed) return 'no answer';
  let offered: readonly { start: number }[] = booking.slots.response.parse(JSON.parse(listed.body)).slots;
  while (offered.length > 0) {
    const { start } = offered[Math.floor(random() * offered.length)]!;
    const slot = { sessionTypeId: type, start };
    const held = await write('slot held or refused', path(booking.hold.path), slot);
    if (held?.status === 201) {
      const client = {
        name: 'Núria',
        email: `load-${number}@example.org`,
        phone: '600 000 000',
        message: '',
        language: 'ca',
      };
      const { token } = booking.hold.response.parse(JSON.parse(held.body));
      const booked = await write('slot booked', path(booking.book.path), { hold: token, slot, client });
      return booked?.status === 201 ? 'booked' : refusal(booked, tally).code;
    }
    const { code, slots } = refusal(held, tally);
    if (code !== 'slot_taken' || slots.length === 0) return code;
    offered = slots;
  }
  return 'no slots';
}

/** Reads a refusal. Any but `slot_taken` is a fault. */
function refusal(answer: VisitorAnswer | undefined, tally: Tally): { code: string; slots: { start: number }[] } {
  const body = errorBody.safeParse(answer && JSON.parse(answer.body));
  const code = body.data?.error.code ?? `status ${answer?.status}`;
  if (answer && code !== 'slot_taken') tally.fault(`refused: ${code}`);
  return { code, slots: (body.data?.error.params?.['slots'] ?? []) as { start: number }[] };
}

function expectOk(answer: VisitorAnswer): VisitorAnswer {
  if (answer.status !== 200) throw new Error(`status ${answer.status} ${answer.body.slice(0, 200)}`);
  return answer;
}

/** Returns a function whose result resolves once it was called `count` times. */
function waitForAll(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    if (--missing === 0) resolve();
    return promise;
  };
}
