import { HOUR_MS } from '#core/domain/values/durations.ts';
import { chargeStatement } from '#functions/plans/charge-statement.ts';
import { syncPlan } from '#functions/plans/sync-plan.ts';
import { connectDatabase } from '#functions/platform/db/database.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import { cardPayments } from '#functions/platform/stripe-client.ts';
import type { CardPayments } from '#functions/platform/stripe.ts';
import { startStripe } from '#local/stripe/server.ts';
import type { TestDatabase } from './database.ts';
import { seededRandom } from './random.ts';
import { insertAccount, newId } from './rows.ts';

/** The job is killed before a call of Stripe, or the answer of a call that was carried out is lost. */
class Killed extends Error {}

const LINES = [
  { kind: 'stored', amount: 464 },
  { kind: 'downloaded', amount: 300 },
];
const AMOUNT = 764;
/** Runs after which a statement must be settled. */
const RUNS = 200;

interface KilledStatements {
  statements: number;
  kills: number;
  restores: number;
  /** What is wrong, each with its seed. */
  faults: string[];
}

/**
 * Charges statements while calls of Stripe are interrupted at random, outages outlast idempotency keys, events come
 * twice or never, and backups forget the invoice, or even the statement.
 */
export async function killStatements(database: TestDatabase, seeds: readonly number[]): Promise<KilledStatements> {
  let [ahead, kills, restores] = [0, 0, 0];
  const now = () => Date.UTC(2027, 3, 1, 4) + ahead;
  const secretKey = 'sk_test_of_kills';
  const stripe = await startStripe({
    port: 0,
    secretKey,
    webhook: { url: 'http://127.0.0.1:1/', secret: 'whsec_0' },
    now,
  });
  stripe.switches.hold = true;
  const db = connectDatabase(database.apiUrl, 4);
  const cards = cardPayments({ secretKey, webhookSecret: 'whsec_0', apiUrl: stripe.url });
  const sql = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
  const faults: string[] = [];
  try {
    for (const seed of seeds) {
      ahead = 0;
      const random = seededRandom(seed);
      const { id: accountId } = await insertAccount(database.pool);
      const customer = stripe.sales.createCustomer({ name: null, email: null, metadata: { account: accountId } });
      const address = { country: 'ES', city: null, line1: null, postal_code: null };
      stripe.sales.changeCustomer(customer.id, { card: 'works', address });
      await sql("update accounts set plan_state = 'active' where id = $1", accountId);
      await sql(
        `insert into account_plans (account_id, since, cap, prices, month, closed_month, stripe_customer, card_label, has_address)
         values ($1, '2027-01-01', 5000, 1, '2027-04', '2027-03', $2, 'visa 4242', true)`,
        accountId,
        customer.id,
      );
      const makeStatement = async (id: string) => {
        await sql(
          `insert into statements (id, account_id, month, name, prices, currency, byte_hours, download_bytes, lines, amount,
             cap, status) values ($1, $2, '2027-03', 'Studio', 1, 'EUR', 1, 1, $3, $4, 5000, 'pending')`,
          id,
          accountId,
          JSON.stringify(LINES),
          AMOUNT,
        );
        return id;
      };
      let id = await makeStatement(newId());
      const status = async () => (await sql('select status from statements where id = $1', id))[0]?.status as string;
      const interrupted: CardPayments = {
        ...cards,
        client: async () =>
          interruptible(await cards.client(), () => {
            const isKilled = random() < 0.18;
            if (isKilled) kills += 1;
            return isKilled;
          }),
      };
      const jobs = { db, cards: interrupted, clock: now } as unknown as JobServices;
      const run = async (work: () => Promise<void>) => {
        try {
          await work();
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
        }
      };
      const effect = { id: 'effect', idempotencyKey: 'effect' };
      let runs = 0;
      for (; runs < RUNS && (await status()) !== 'paid'; runs++) {
        await run(() => chargeStatement({ ...effect, payload: { statementId: id }, jobs }));
        stripe.sales.charge();
        // Events come late, twice or never.
        for (let times = Math.floor(random() * 3); times > 0; times--) {
          await run(() => syncPlan(db, interrupted, accountId, now()));
        }
        // Sometimes an outage is longer than the life of an idempotency key.
        ahead += random() < 0.1 ? 30 * HOUR_MS : HOUR_MS;
        if (random() < 0.12) {
          restores += 1;
          if (random() < 0.5) {
            await sql("update statements set stripe_invoice = null, status = 'pending' where id = $1", id);
          } else {
            await sql('delete from statements where id = $1', id);
            id = await makeStatement(newId());
          }
        }
      }
      const invoices = stripe.sales.invoicesOf(customer.id);
      const charged = invoices.filter((one) => one.status === 'open' || one.status === 'paid');
      const found = charged.map((one) => `${one.status} ${one.subtotal}`).join(', ');
      if (charged.length !== 1 || charged[0]!.subtotal !== AMOUNT)
        faults.push(`seed ${seed}: charged ${found || 'nothing'}`);
      if (runs === RUNS) faults.push(`seed ${seed}: ${await status()} after ${RUNS} runs`);
    }
  } finally {
    await db.close();
    await stripe.close();
  }
  return { statements: seeds.length, kills, restores, faults };
}

type StripeClient = Awaited<ReturnType<CardPayments['client']>>;

/** Returns a client whose calls may end before they begin, or after they were carried out. */
function interruptible(stripe: StripeClient, isKilled: () => boolean): StripeClient {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        const value = Reflect.get(from, name) as unknown;
        if (typeof value === 'function') {
          return (...args: unknown[]) => {
            if (isKilled()) throw new Killed('before the call');
            const answer = Reflect.apply(value, from, args) as Promise<unknown>;
            // A list is read page by page.
            if (Symbol.asyncIterator in answer) return answer;
            return answer.then((read) => {
              if (isKilled()) throw new Killed('its answer was lost');
              return read;
            });
          };
        }
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
    });
  return { invoices: wrap(stripe.invoices), customers: wrap(stripe.customers) } as unknown as StripeClient;
}
