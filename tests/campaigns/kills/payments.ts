import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { booking } from '#core/api/booking.ts';
import { DAY_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { connectStripe } from '#local/demo/studio.ts';
import type { State } from '#local/stripe/objects.ts';
import type { Figure } from '../../bench/figure.ts';
import { insertRow } from '../../support/rows.ts';
import type { CampaignOptions } from '../campaign.ts';
import { openBooking } from '../load/bookings.ts';
import { type CardPayment, pay } from './card-client.ts';
import { kill } from './faults.ts';
import { mailboxOf } from './ledger.ts';
import { strike } from './strikes.ts';
import { judge } from './verdict.ts';
import { type World, withWorld } from './world.ts';

/** The receiver of webhooks answers so late that kills hit deliveries. */
const RECEIVER_MS = SECOND_MS;
const DAYS = 50;
const CLIENTS = 2;
/** To the client: the confirmation of the session, and the receipt. */
const MAILS = 2;

/**
 * Kills the function host while clients book by card: between hold, checkout, payment, Stripe's report, mails and
 * webhooks. Each payment at Stripe must be one session, one payment with its receipt, two mails and one event.
 */
export async function killPayments(options: CampaignOptions): Promise<Figure[]> {
  return withWorld({ receiverMs: RECEIVER_MS }, async (world) => {
    await connectStripe(world.api);
    const type = await openBooking(world, DAYS);
    const { account, session } = world;
    const price = { account_id: account.id, author_id: session.user.id, price: 12_000, deposit: 3_000 };
    await insertRow(world.database, 'session_type_prices', { session_type_id: type, ...price });
    await world.database.query(`update session_types set online_payment = 'deposit' where id = $1`, [type]);
    const book = await freeSlots(world, type);
    const ending = new AbortController();
    const paid: string[] = [];
    const paying = Array.from({ length: CLIENTS }, async (_, n) => {
      for (let at = n; at < book.length && !ending.signal.aborted; at += CLIENTS) {
        const key = await pay(world, type, book[at]!, at);
        if (key) paid.push(key);
      }
    });
    const hit = ({ stack }: World) => kill(stack, 'functions');
    const name = 'kill of functions that take payments';
    const figures = await strike(world, { name, count: 50, miniature: 3, hit, limit: null }, options);
    ending.abort();
    await Promise.all(paying);
    const verdict = await judge(world);
    const faults = await faultsOf(world, paid);
    for (const fault of faults) console.error(`money: ${fault}, seed ${options.seed}`);
    const none = (what: string, value: number): Figure => ({
      bar: 'kill',
      what,
      value,
      limit: 0,
      unit: '',
      n: paid.length,
    });
    return [
      ...figures,
      { ...none('bookings paid by card', paid.length), limit: null },
      none('payments by card lost, doubled, or with other amounts or mails', faults.length),
      ...verdict,
    ];
  });
}

async function freeSlots({ stack, account }: World, type: string): Promise<number[]> {
  const path = booking.slots.path.replace(':accountSlug', account.slug);
  const starts: number[] = [];
  const end = Date.now() + (DAYS + 7) * DAY_MS;
  for (let from = Date.now(); from < end;) {
    const answer = await fetch(`${stack.origin}${path}?type=${type}&from=${from}&to=${end}`);
    const { slots, until } = booking.slots.response.parse(await answer.json());
    starts.push(...slots.map(({ start }) => start));
    from = until;
  }
  return starts;
}

/** Compares Stripe's payments with the product's, and counts the mails to each client. */
async function faultsOf(world: World, paid: readonly string[]): Promise<string[]> {
  // Stripe saves its state each second.
  await sleep(2 * SECOND_MS);
  const { accounts } = JSON.parse(readFileSync(join(world.stack.dataDir, 'stripe.json'), 'utf8')) as State;
  const intents = Object.values(accounts).flatMap((one) => one.intents);
  const { rows } = await world.database.query<CardPayment>(
    'select id, stripe_id as intent, amount::int as amount from payments where stripe_id is not null',
  );
  const faults = intents.flatMap(({ id, amount }) => {
    const found = rows.filter(({ intent }) => intent === id);
    return found.length === 1 && found[0]!.amount === amount ? [] : [`intent ${id} has ${found.length} payments`];
  });
  if (rows.length !== intents.length) faults.push(`${rows.length} payments of ${intents.length} at Stripe`);
  const mails = Map.groupBy(await world.mails.all(), ({ to }) => to[0]!);
  for (const key of paid) {
    const ids = new Set(mails.get(mailboxOf(key))?.map(({ messageId }) => messageId));
    if (ids.size !== MAILS) faults.push(`${ids.size} mails to ${key}`);
  }
  return faults;
}
