import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { CARDS } from '#local/stripe/objects.ts';
import { testApi } from '../support/api.ts';
import { offer, openBooking, visitor } from '../support/booking.ts';
import { rounds } from '../support/long.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { connectStripe, openCheckout, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
beforeEach(() => api.db.pool.query('delete from rate_limits'));

const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const count = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + Number(amount), 0);

/** Stripe refuses what is over: a page that was paid or ended, a payment without a rest. */
function attempt(act: () => unknown): void {
  try {
    act();
  } catch {
    // Refused.
  }
}

/** What Stripe and the studio's books say of one account. */
async function books(studio: Studio, account: string) {
  const { intents, refunds, disputes } = api.stripe.world.connected(account);
  // A late payment counts as refunded while its refunds are on their way: ours, and one made at Stripe before it.
  const lateIntents = new Set(refunds.filter(({ metadata }) => metadata['checkout']).map((one) => one.payment_intent));
  const back = refunds.filter(
    ({ status, payment_intent: intent }) => status === 'succeeded' || (status === 'pending' && lateIntents.has(intent)),
  );
  const lost = disputes.filter(({ status }) => status === 'lost');
  const [own] = await query(
    `select coalesce(sum(amount) filter (where refunds_payment_id is null and status <> 'pending'), 0)::int as received,
       coalesce(sum(amount) filter (where refunds_payment_id is not null and status = 'paid'), 0)::int as refunded
     from payments where account_id = $1 and method = 'card'`,
    [studio.id],
  );
  const late = async (status: string) =>
    count(await query('select amount from checkouts where account_id = $1 and status = $2', [studio.id, status]));
  // Late payments are in no book, whether they went back or their refund failed.
  const [wentBack, stayed] = [await late('refunded'), await late('refunding')];
  const paid = intents.filter(({ status }) => status === 'succeeded');
  return {
    stripe: { received: count(paid), refunded: count(back) + count(lost) },
    own: { received: own.received + wentBack + stayed, refunded: own.refunded + wentBack },
    late: { wentBack, stayed },
  };
}

const isDisputed = (account: string, intent: string) =>
  api.stripe.world.connected(account).disputes.some((one) => one.payment_intent === intent && one.status !== 'won');

/** Disputes what is left of a payment, and ends it. */
function dispute(account: string, intent: string, end: 'won' | 'lost' | null): void {
  const { world } = api.stripe;
  const back = world.connected(account).refunds.filter((one) => one.payment_intent === intent);
  const left = world.intent(account, intent).amount - count(back.filter(({ status }) => status !== 'failed'));
  if (left === 0) return;
  const { id } = world.openDispute(account, intent, left);
  if (end) world.closeDispute(account, id, end);
}

type Act =
  | { kind: 'pay'; item: 'deposit' | 'balance'; card: (typeof CARDS)[number] }
  | { kind: 'refund'; part: number }
  | { kind: 'finish'; succeeded: boolean }
  | { kind: 'dispute'; end: 'won' | 'lost' | null }
  | { kind: 'cash'; amount: number }
  | { kind: 'deliver'; picks: readonly number[] };

const step: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    item: fc.constantFrom('deposit' as const, 'balance' as const),
    card: fc.constantFrom(...CARDS),
  }),
  fc.record({ kind: fc.constant('refund' as const), part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('finish' as const), succeeded: fc.boolean() }),
  fc.record({ kind: fc.constant('dispute' as const), end: fc.constantFrom('won' as const, 'lost' as const, null) }),
  fc.record({ kind: fc.constant('cash' as const), amount: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('deliver' as const), picks: fc.array(fc.nat(), { maxLength: 6 }) }),
);

/** A late payment, of which Stripe is giving back a part already. */
const LATE_WITH_A_REFUND: Act[] = [
  { kind: 'pay', item: 'deposit', card: 'refund_pending' },
  { kind: 'cash', amount: 12_000 },
  { kind: 'refund', part: 1 },
];

/** A refund is reported as succeeded, and fails later. */
const FAILED_AFTER_SUCCESS: Act[] = [
  { kind: 'pay', item: 'deposit', card: 'works' },
  { kind: 'refund', part: 50 },
  { kind: 'deliver', picks: [0, 1, 2, 3, 4, 5] },
  { kind: 'finish', succeeded: false },
];

/** A payment is disputed after a part of it went back, and the client's bank takes the rest. */
const LOST_AFTER_A_REFUND: Act[] = [
  { kind: 'pay', item: 'deposit', card: 'works' },
  { kind: 'deliver', picks: [0, 1, 2, 3, 4, 5] },
  { kind: 'refund', part: 100 },
  { kind: 'dispute', end: 'lost' },
  { kind: 'pay', item: 'balance', card: 'works' },
];

/** A refund fails, of which the client's bank takes the amount back with the rest; its event arrives last. */
const LOST_WITH_A_FAILED_REFUND: Act[] = [
  { kind: 'pay', item: 'deposit', card: 'works' },
  { kind: 'refund', part: 1 },
  { kind: 'deliver', picks: [0, 1, 2, 3, 4, 5] },
  { kind: 'finish', succeeded: false },
  { kind: 'dispute', end: 'lost' },
];

/** The client's bank takes back what was paid twice, while the studio gives a part back. */
const LOST_WHILE_REFUNDING: Act[] = [
  { kind: 'pay', item: 'balance', card: 'works' },
  { kind: 'cash', amount: 3_001 },
  { kind: 'deliver', picks: [0, 1, 2, 3, 4, 5] },
  { kind: 'dispute', end: 'lost' },
];

/** Cash leaves less of the deposit than Stripe charges. */
const REST_TOO_SMALL: Act[] = [
  { kind: 'cash', amount: 2_951 },
  { kind: 'pay', item: 'deposit', card: 'works' },
  { kind: 'pay', item: 'balance', card: 'works' },
];

it('books and Stripe agree, whatever order, number and repetition events come in', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (acts) => {
      await api.db.pool.query('delete from rate_limits');
      const studio = await makeStudio(api);
      await openBooking(api, studio);
      const account = await connectStripe(api, studio);
      takeEvents(api);
      const session = newId();
      const author = { account_id: studio.id, author_id: studio.owner.userId };
      const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Núria' });
      const date = new Date(api.clock.now() + 7 * DAY_MS);
      await insertRow(api.db.pool, 'sessions', { id: session, ...author, customer_id: customer, date });
      await query('update session_billing set payment_amount = 12000, deposit_amount = 3000 where session_id = $1', [
        session,
      ]);
      const link = await createSessionLink(api.services.db, {
        accountId: studio.id,
        sessionId: session,
        now: api.clock.now(),
      });
      const client = visitor(api, studio, 1);
      const { world } = api.stripe;
      const sent: ReturnType<typeof takeEvents> = [];
      for (const one of acts) {
        if (one.kind === 'pay') {
          const answer = await client.pay(link!, one.item);
          if (answer.status === 201) attempt(() => payAt(api, answer.read(booking.pay).url, one.card));
        } else if (one.kind === 'refund') {
          const intent = world
            .connected(account)
            .intents.find(({ id, status }) => status === 'succeeded' && !isDisputed(account, id));
          const refund = { intentId: intent?.id ?? '', amount: one.part, metadata: {} };
          if (intent) attempt(() => world.createRefund(account, refund));
        } else if (one.kind === 'finish') {
          // A refund that succeeded can still fail.
          const open = world.connected(account).refunds.filter(({ status }) => status !== 'failed');
          const refund = open.find(({ status }) => !one.succeeded || status === 'pending');
          if (refund) world.finishRefund(account, refund.id, one.succeeded ? 'succeeded' : 'failed');
        } else if (one.kind === 'dispute') {
          const [paid] = await query(
            `select stripe_id as intent from payments where account_id = $1 and method = 'card' and stripe_id is not null
               and refunds_payment_id is null and dispute is null and status not in ('pending', 'failed')`,
            [studio.id],
          );
          if (paid && !isDisputed(account, paid.intent)) dispute(account, paid.intent, one.end);
        } else if (one.kind === 'cash') {
          const cash = { id: newId(), ...author, session_id: session, currency: 'EUR', date: new Date() };
          await insertRow(api.db.pool, 'payments', { ...cash, amount: one.amount, method: 'cash', status: 'paid' });
        } else {
          sent.push(...takeEvents(api));
          await Promise.all(
            one.picks.flatMap((pick) => sent[pick % sent.length] ?? []).map((event) => api.stripe.deliver(event)),
          );
        }
      }
      // In the end Stripe has delivered each at least once, here the newest first.
      sent.push(...takeEvents(api));
      for (const event of sent.toReversed()) expect(await api.stripe.deliver(event)).toBe(200);
      for (let run = 0; run < 3; run++) await runOutbox(api.jobs);
      for (const event of takeEvents(api)) expect(await api.stripe.deliver(event)).toBe(200);
      const both = await books(studio, account);
      expect(both.own).toEqual(both.stripe);
      const [billing] = await query('select paid_amount, refunded_amount from session_billing where session_id = $1', [
        session,
      ]);
      const cash = count(
        await query("select amount from payments where account_id = $1 and method = 'cash'", [studio.id]),
      );
      const byCard = both.stripe.received - both.stripe.refunded - both.late.stayed;
      expect(billing.paid_amount).toBe(byCard + cash);
      expect(billing.refunded_amount).toBe(both.stripe.refunded - both.late.wentBack);
      // The receipts that are valid say the same.
      const [standing] = await query(
        `select coalesce(sum(case when p.refunds_payment_id is null then p.amount else -p.amount end), 0)::int as amount
         from receipts r join payments p on p.id = r.payment_id where r.account_id = $1 and r.cancelled_at is null`,
        [studio.id],
      );
      expect(standing.amount).toBe(byCard);
      const receipts = await query('select from receipts where account_id = $1', [studio.id]);
      const paid = await query('select from payments where account_id = $1 and receipt is not null', [studio.id]);
      expect(receipts.length).toBe(paid.length);
    }),
    {
      numRuns: rounds(8, 150),
      examples: [
        [FAILED_AFTER_SUCCESS],
        [LATE_WITH_A_REFUND],
        [LOST_AFTER_A_REFUND],
        [REST_TOO_SMALL],
        [LOST_WITH_A_FAILED_REFUND],
        [LOST_WHILE_REFUNDING],
      ],
    },
  );
});

describe('paying against giving the slot back', () => {
  const races = Array.from({ length: rounds(10, 100) }, (_, index) => index);

  it('ends in a booking or a refund, and never in two bookings', { timeout: 600_000 }, async () => {
    const studio = await makeStudio(api);
    await openBooking(api, studio);
    const account = await connectStripe(api, studio);
    takeEvents(api);
    const price = { price: 12_000, deposit: 3_000 };
    const type = await offer(api, studio, {
      type: { online_payment: 'deposit' },
      price,
      plan: { max_bookings_per_day: 1000 },
    });
    const day = (index: number) => new Date(api.clock.now() + (2 + (index % 60)) * DAY_MS).toISOString().slice(0, 10);
    for (const index of races) {
      await api.db.pool.query('delete from rate_limits');
      const start = instantAtMinute(day(index), (9 + Math.floor(index / 60)) * 60, 'Europe/Madrid');
      const slot = { sessionTypeId: type, start };
      const [anna, ben] = [visitor(api, studio, 2 * index + 1), visitor(api, studio, 2 * index + 2)];
      const { token, url } = await openCheckout(anna, slot);
      const pay = async () => {
        attempt(() => payAt(api, url));
        await Promise.all(takeEvents(api).flatMap((event) => [api.stripe.deliver(event), api.stripe.deliver(event)]));
      };
      const giveBack = async () => {
        await anna.release(token);
        await Promise.all([runOutbox(api.jobs), ben.hold(type, start)]);
      };
      await (index % 2 === 0 ? Promise.all([pay(), giveBack()]) : Promise.all([giveBack(), pay()]));
      for (let run = 0; run < 3; run++) await runOutbox(api.jobs);
      for (const event of takeEvents(api)) expect(await api.stripe.deliver(event)).toBe(200);
      await runOutbox(api.jobs);
      const booked = await query('select id from sessions where account_id = $1 and date = $2', [
        studio.id,
        new Date(start),
      ]);
      expect(booked.length).toBeLessThanOrEqual(1);
    }
    const { intents, refunds } = api.stripe.world.connected(account);
    const paid = await query("select amount from payments where account_id = $1 and status = 'paid'", [studio.id]);
    const sessions = await query('select from sessions where account_id = $1', [studio.id]);
    expect(paid.length).toBe(sessions.length);
    expect(paid.length + refunds.length).toBe(intents.length);
    expect(
      await query("select from checkouts where account_id = $1 and status in ('open', 'closing', 'refunding')", [
        studio.id,
      ]),
    ).toEqual([]);
  });
});
