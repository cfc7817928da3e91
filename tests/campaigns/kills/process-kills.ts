import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { PRICES, priceMonth } from '#core/domain/studio/prices.ts';
import { hoursOf, monthBounds, monthOf } from '#core/domain/studio/usage.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { startStripe, type StripeServer } from '#local/stripe/server.ts';
import { insertUser } from '../../support/auth-sessions.ts';
import type { TestDatabase } from '../../support/database.ts';
import { seededRandom } from '../../support/random.ts';
import { insertAccount } from '../../support/rows.ts';
import type { Go, ProcessOptions } from './statement-process.ts';

const GB = 1e9;
const FIRST = '2027-03';
/** What each studio stores; it costs half of the cap and more, so that its owner gets one mail each month. */
const GIGABYTES = 100;
const CAP = 800;
/** The longest time for which a process works before it is killed. */
const LIFE_MS = 700;
/** Between two processes: what a killed one had leased is free again then. */
const STEP_MS = 10 * MINUTE_MS;
const PATIENCE_MS = 2 * MINUTE_MS;

export interface ProcessKills {
  months: number;
  kills: number;
  faults: string[];
}

interface Sent {
  id: string;
  to: string;
  subject: string;
}

/** Kills the process that meters, charges and mails, and compares each month of each studio in the end. */
export async function killProcesses(
  database: TestDatabase,
  { seed, kills, studios, months }: { seed: number; kills: number; studios: number; months: number },
): Promise<ProcessKills> {
  const random = seededRandom(seed);
  let now = monthBounds(FIRST).start + 9 * DAY_MS;
  const secretKey = 'sk_test_of_kills';
  const webhook = { url: 'http://127.0.0.1:1/', secret: 'whsec_0' };
  const stripe = await startStripe({ port: 0, secretKey, webhook, now: () => now });
  stripe.switches.hold = true;
  const options = { databaseUrl: database.apiUrl, stripeUrl: stripe.url, secretKey, billingFrom: FIRST };
  const mails: Sent[] = [];
  const processes = new Processes(options, mails);
  try {
    const customers = await addStudios(database, stripe, studios, now);
    let killed = 0;
    for (let n = 0; n < months; n += 1) {
      const month = monthOf(now);
      await use(database, month);
      // Half of the kills while the month goes on, half while it is closed and charged.
      for (const phase of [0, 1]) {
        for (const share = Math.round((kills * (2 * n + phase + 1)) / (2 * months)); killed < share; killed += 1) {
          await processes.killAfter({ now }, random() * LIFE_MS);
          now += STEP_MS;
          stripe.sales.charge();
        }
        await processes.runUntilIdle({ now });
        stripe.sales.charge();
        if (phase === 0) now = monthBounds(month).end + 4 * HOUR_MS;
      }
      // What Stripe charged is read the next day.
      now += DAY_MS;
      await processes.runUntilIdle({ now });
      now += 9 * DAY_MS;
    }
    const faults = await faultsOf(database, stripe, { customers, mails, months });
    return { months: studios * months, kills: killed, faults };
  } finally {
    await processes.end();
    await stripe.close();
  }
}

/** Processes of the jobs: one works, the next one is started meanwhile. */
class Processes {
  readonly #options: ProcessOptions;
  readonly #mails: Sent[];
  #next: Promise<ChildProcess>;

  constructor(options: ProcessOptions, mails: Sent[]) {
    this.#options = options;
    this.#mails = mails;
    this.#next = this.#start();
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(new URL('statement-process.ts', import.meta.url), [JSON.stringify(this.#options)]);
    child.on('message', (message: { mail?: Sent }) => void (message.mail && this.#mails.push(message.mail)));
    await once(child, 'message');
    return child;
  }

  async #take(go: Go): Promise<ChildProcess> {
    const child = await this.#next;
    this.#next = this.#start();
    child.send(go);
    return child;
  }

  /** Lets a process work for a while, and kills it. */
  async killAfter(go: Go, ms: number): Promise<void> {
    const child = await this.#take(go);
    await sleep(ms);
    await end(child);
  }

  async runUntilIdle(go: Go): Promise<void> {
    const child = await this.#take(go);
    const idle = new Promise<void>((resolve) => child.on('message', (message) => message === 'idle' && resolve()));
    await Promise.race([idle, sleep(PATIENCE_MS, null, { ref: false })]);
    await end(child);
  }

  async end(): Promise<void> {
    await end(await this.#next);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Makes studios that pay. Returns the customer and the owner's address of each. */
async function addStudios({ pool }: TestDatabase, stripe: StripeServer, count: number, now: number) {
  const customers = new Map<string, { customer: string; email: string }>();
  for (let n = 0; n < count; n += 1) {
    const { id, ownerId } = await insertAccount(pool);
    const email = `owner-${n}@example.org`;
    await insertUser(pool, { userId: ownerId, email });
    const { id: customer } = stripe.sales.createCustomer({ name: null, email: null, metadata: { account: id } });
    const address = { country: 'ES', city: null, line1: null, postal_code: null };
    stripe.sales.changeCustomer(customer, { card: 'works', address });
    await pool.query(`update accounts set plan_state = 'active' where id = $1`, [id]);
    await pool.query(
      `insert into account_plans (account_id, since, cap, prices, month, closed_month, stripe_customer, card_label, has_address)
       values ($1, $2, $3, 1, $4, '2027-02', $5, 'visa 4242', true)`,
      [id, new Date(now), CAP, FIRST, customer],
    );
    customers.set(id, { customer, email });
  }
  return customers;
}

/** Adds a month's storage, all on its first day. */
const use = ({ pool }: TestDatabase, month: string) =>
  pool.query(
    `insert into usage_days (account_id, day, byte_hours) select account_id, $1::date, $2 from account_plans
     on conflict (account_id, day) do update set byte_hours = excluded.byte_hours`,
    [`${month}-01`, GIGABYTES * GB * hoursOf(month)],
  );

async function faultsOf(
  { pool }: TestDatabase,
  stripe: StripeServer,
  {
    customers,
    mails,
    months,
  }: { customers: Map<string, { customer: string; email: string }>; mails: Sent[]; months: number },
): Promise<string[]> {
  const faults: string[] = [];
  for (const [accountId, { customer, email }] of customers) {
    const { rows } = await pool.query<{ month: string; amount: number; status: string }>(
      'select month, amount, status from statements where account_id = $1 order by month',
      [accountId],
    );
    const invoices = stripe.sales.invoicesOf(customer).filter(({ status }) => status !== 'void');
    const charged = new Map(Map.groupBy(invoices, ({ metadata }) => metadata['month']));
    if (rows.length !== months) faults.push(`${accountId}: ${rows.length} statements`);
    for (const { month, amount, status } of rows) {
      const { amount: right } = priceMonth(
        { byteHours: GIGABYTES * GB * hoursOf(month), downloadBytes: 0 },
        { prices: PRICES[0], month, cap: CAP },
      );
      const found = charged.get(month) ?? [];
      const paid = found.filter((one) => one.status === 'paid' && one.subtotal === right);
      if (amount !== right || status !== 'paid' || found.length !== 1 || paid.length !== 1) {
        faults.push(`${accountId} ${month}: ${status} ${amount}, invoices ${found.map((one) => one.subtotal).join()}`);
      }
    }
    // A mail may be handed over twice with the same id, which mail programs show once.
    const ids = new Set(mails.filter(({ to }) => to === email).map(({ id }) => id));
    if (ids.size !== months) faults.push(`${accountId}: ${ids.size} mails for ${months} months`);
  }
  return faults;
}
