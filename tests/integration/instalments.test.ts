import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { shiftAccountDays } from '#functions/accounts/rows.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { sendReminders } from '#functions/jobs/reminders.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { type BookedSession, insertBookedSession } from '../support/booked-session.ts';
import { refusal } from '../support/refusal.ts';
import { insertRow, newId } from '../support/rows.ts';

const api = await testApi();
const office = backOffice(api.db);
/** Wednesday; the last millisecond of the day in Madrid. */
const DUE = Date.UTC(2027, 2, 10, 23) - 1;
const SESSION = Date.UTC(2027, 5, 20, 10);
const MADE = DUE - 20 * DAY_MS;
let booked: BookedSession;

beforeEach(async () => {
  await api.db.pool.query('delete from accounts');
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
  booked = await insertBookedSession(api.db.pool, new Date(SESSION));
  await query('update session_billing set payment_amount = 240000 where session_id = $1', [booked.sessionId]);
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;

interface Plan {
  amounts?: readonly number[];
  moves?: boolean;
  reminds?: boolean;
}

/** Sets a plan of €600, €900 and €900, a month apart; the second is due on `DUE`. */
const setPlan = ({ amounts = [60_000, 90_000, 90_000], moves = false, reminds = true }: Plan = {}) =>
  office.mutate(
    'payments.setPlan',
    {
      sessionId: booked.sessionId,
      instalments: amounts.map((amount, index) => ({ amount, dueAt: DUE + (index - 1) * 30 * DAY_MS })),
      moves,
      reminds,
      now: MADE,
    } as never,
    { userId: booked.ownerId, accountId: booked.accountId, role: 'owner', now: () => MADE } as never,
  );

async function pay(amount: number): Promise<string> {
  const id = newId();
  const author = { account_id: booked.accountId, author_id: booked.ownerId };
  const paid = { date: new Date(MADE), amount, currency: 'EUR', status: 'paid', session_id: booked.sessionId };
  await insertRow(api.db.pool, 'payments', { id, ...author, ...paid });
  return id;
}

const plan = () =>
  query(
    `select amount, extract(epoch from due_at)::float8 * 1000 as "dueAt" from order_instalments
     where order_id = $1 order by position`,
    [booked.sessionId],
  );
const billing = async () =>
  (
    await query(
      `select deposit_amount as deposit, extract(epoch from deposit_due_date)::float8 * 1000 as "depositDue",
         extract(epoch from due_date)::float8 * 1000 as due from session_billing where session_id = $1`,
      [booked.sessionId],
    )
  )[0];

describe('a payment plan', () => {
  it('is the deposit, the instalments and the balance of the session', async () => {
    expect(await setPlan()).toBe('done');
    expect(await plan()).toHaveLength(3);
    expect(await billing()).toEqual({ deposit: 60_000, depositDue: DUE - 30 * DAY_MS, due: DUE + 30 * DAY_MS });
  });

  it('is refused if it does not sum to the price, by the mutator and by the database', async () => {
    expect(await setPlan({ amounts: [60_000, 90_000] })).toBe('validation_failed');
    const row = { order_id: booked.sessionId, position: 1, account_id: booked.accountId, amount: 1 };
    const inserted = insertRow(api.db.pool, 'order_instalments', { ...row, due_at: new Date(DUE) });
    expect(await refusal(inserted)).toEqual({ code: '23514', constraint: 'order_instalments_sum' });
  });

  it('follows the price from its end', async () => {
    await setPlan();
    const amounts = async (price: number) => {
      await query('update session_billing set payment_amount = $2 where session_id = $1', [booked.sessionId, price]);
      return (await plan()).map(({ amount }) => amount);
    };
    expect(await amounts(250_000)).toEqual([60_000, 90_000, 100_000]);
    expect(await amounts(120_000)).toEqual([60_000, 60_000]);
    expect(await billing()).toMatchObject({ deposit: 60_000, due: DUE });
    expect(await amounts(50_000)).toEqual([50_000]);
    expect(await billing()).toMatchObject({ deposit: 0, due: DUE - 30 * DAY_MS });
    expect(await amounts(0)).toEqual([]);
  });

  it('ends when other due dates are set, and not with the time zone', async () => {
    await setPlan();
    const zones = { from: 'Europe/Madrid', to: 'Atlantic/Canary' };
    await api.services.db.transaction((tx) => shiftAccountDays(tx, booked.accountId, zones));
    expect((await plan()).map(({ dueAt }) => dueAt)).toContain(DUE + HOUR_MS);
    expect(await plan()).toHaveLength(3);
    await query('update session_billing set deposit_amount = 1000 where session_id = $1', [booked.sessionId]);
    expect(await plan()).toEqual([]);
    expect(await billing()).toMatchObject({ deposit: 1000, due: DUE + 30 * DAY_MS + HOUR_MS });
  });

  it('stays the end of a day when its session moves to another hour, in summer time too', async () => {
    await setPlan({ moves: true });
    await pay(60_000);
    const moved = new Date(SESSION + 20 * DAY_MS + 5 * HOUR_MS);
    await query('update sessions set date = $2 where id = $1', [booked.sessionId, moved]);
    const summer = Date.UTC(2027, 2, 30, 22) - 1;
    // The third was entered an hour later than the end of its day, which is summer time.
    const third = summer + 30 * DAY_MS + HOUR_MS;
    expect((await plan()).map(({ dueAt }) => dueAt)).toEqual([DUE - 30 * DAY_MS, summer, third]);
  });

  it.each([
    [true, [-30, 7, 37]],
    [false, [-30, 0, 30]],
  ])('moves its unpaid instalments with the session: %s', async (moves, days) => {
    await setPlan({ moves });
    await pay(60_000);
    await query('update sessions set date = $2 where id = $1', [booked.sessionId, new Date(SESSION + 7 * DAY_MS)]);
    expect((await plan()).map(({ dueAt }) => (dueAt - DUE) / DAY_MS)).toEqual(days);
    expect(await billing()).toMatchObject({ due: DUE + (days[2] ?? 0) * DAY_MS });
  });
});

/** Days from the due date of the second instalment on which a reminder is sent, and the kinds of the mails. */
async function remindedOn(): Promise<[number, string][]> {
  const found: [number, string][] = [];
  for (const day of [-4, -3, -2, 0, 1, 3, 4, 10, 11]) {
    for (const hour of [8, 9.5, 20]) {
      const jobs = { ...api.jobs, clock: () => DUE - 24 * HOUR_MS + day * DAY_MS + hour * HOUR_MS };
      await sendReminders(jobs);
      await runOutbox(jobs);
      const sent = await query(
        "delete from messages where kind like 'instalment_%' and status = 'sent' returning kind",
      );
      for (const { kind } of sent) found.push([day, kind]);
    }
  }
  return found;
}

/** A checkout whose method takes days, which the client has completed. */
const payOnItsWay = () =>
  insertRow(api.db.pool, 'checkouts', {
    id: newId(),
    account_id: booked.accountId,
    session_id: booked.sessionId,
    stripe_account: 'acct_1',
    expires_at: new Date(DUE),
    purpose: 'other',
    status: 'processing',
    amount: 90_000,
    currency: 'EUR',
  });

describe('an instalment', () => {
  it('is asked for three days before, on its day, and three and ten days after, once each', async () => {
    await setPlan();
    await pay(60_000);
    expect(await remindedOn()).toEqual([
      [-3, 'instalment_due'],
      [0, 'instalment_due'],
      [3, 'instalment_overdue'],
      [10, 'instalment_overdue'],
    ]);
    expect(api.mails.map(({ text }) => text.includes('900'))).toEqual([true, true, true, true]);
  });

  it.each([
    [8, [3, 10]],
    [20, [3, 10]],
    [-3 * 24 + 8, [0, 3, 10]],
  ])(
    'of a proposal that is accepted at hour %s of its day is asked for from the next reminder on',
    async (hour, days) => {
      await setPlan();
      await pay(60_000);
      const at = new Date(DUE - 24 * HOUR_MS + hour * HOUR_MS);
      await insertRow(api.db.pool, 'proposals', {
        id: booked.sessionId,
        account_id: booked.accountId,
        author_id: booked.ownerId,
        title: 'Wedding',
        customer_id: booked.customerId,
        status: 'accepted',
        valid_until: new Date(SESSION),
        sent_at: at,
        decided_at: at,
      });
      await query('update order_instalments set created_at = $1', [at]);
      expect((await remindedOn()).map(([day]) => day)).toEqual(days);
    },
  );

  it.each<[string, () => Promise<unknown>]>([
    ['is paid', () => pay(150_000)],
    ['belongs to a cancelled session', () => query("update sessions set status = 'cancelled'")],
    ['has a payment on its way', () => payOnItsWay()],
    ['is waived', () => query('update session_billing set waived = true')],
    ['belongs to a client in the trash', () => query('update customers set deleted_at = now()')],
  ])('is not asked for once it %s', async (_when, happen) => {
    await setPlan();
    await pay(60_000);
    await happen();
    expect(await remindedOn()).toEqual([]);
  });

  it('is not asked for if the plan has no reminders, and again after a refund', async () => {
    await setPlan({ reminds: false });
    await pay(60_000);
    expect(await remindedOn()).toEqual([]);
    await setPlan();
    const refunds_payment_id = await pay(90_000);
    const author = { account_id: booked.accountId, author_id: booked.ownerId, session_id: booked.sessionId };
    const refund = { date: new Date(MADE), amount: 90_000, currency: 'EUR', status: 'paid', refunds_payment_id };
    await insertRow(api.db.pool, 'payments', { id: newId(), ...author, ...refund });
    expect(await remindedOn()).toHaveLength(4);
  });

  it('that was paid while its mail waited is not asked for', async () => {
    await setPlan();
    await pay(60_000);
    const jobs = { ...api.jobs, clock: () => DUE - 3 * DAY_MS - 10 * HOUR_MS };
    expect(await sendReminders(jobs)).toMatchObject({ instalments: 1 });
    await pay(90_000);
    await runOutbox(jobs);
    expect(api.mails).toEqual([]);
    expect(await query("select status from messages where kind = 'instalment_due'")).toEqual([{ status: 'cancelled' }]);
  });
});
