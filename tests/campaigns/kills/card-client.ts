import { setTimeout as sleep } from 'node:timers/promises';
import { booking } from '#core/api/booking.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { newId } from '../../support/rows.ts';
import { within } from '../../support/within.ts';
import { Visitor, type VisitorAnswer } from '../load/visitor.ts';
import { mailboxOf } from './ledger.ts';
import type { World } from './world.ts';

/** Far more than a start of the host, and than the stand-in's last delivery of an event. */
const PATIENCE_MS = 3 * MINUTE_MS;
const LOOK_MS = 500;

/**
 * Books a slot by card, as a person who tries again after errors. A hold whose answer was lost keeps its slot: the
 * person gives up.
 * @returns the key of the client's mailbox, once the booking page says that it is paid
 */
export async function pay({ stack, account, ledger, database }: World, type: string, start: number, n: number) {
  const visitor = new Visitor(stack.origin, n);
  const key = newId();
  const ask = async (wanted: { path: string; body?: object }): Promise<VisitorAnswer | undefined> => {
    const headers = { 'x-channel': 'public', 'content-type': 'application/json' };
    const body = wanted.body && JSON.stringify(wanted.body);
    const address = wanted.path.replace(':accountSlug', account.slug);
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(LOOK_MS)) {
      const sent = visitor.ask({ method: body ? 'POST' : 'GET', address, headers, body: body ?? null });
      const answer = await within(PATIENCE_MS, 'an answer', sent).catch(() => undefined);
      if (answer && answer.status < 500) return answer;
    }
    return undefined;
  };
  try {
    const slot = { sessionTypeId: type, start };
    const held = await ask({ path: booking.hold.path, body: slot });
    if (held?.status !== 201) return null;
    const { token } = booking.hold.response.parse(JSON.parse(held.body));
    const client = { name: 'Núria', email: mailboxOf(key), phone: '', message: '', language: 'ca' };
    const opened = await ask({ path: booking.checkout.path, body: { hold: token, slot, client } });
    if (opened?.status !== 201) throw new Error(`checkout answered ${opened?.status}: ${opened?.body}`);
    const { url } = booking.checkout.response.parse(JSON.parse(opened.body));
    const form = new URLSearchParams({ card: 'works' });
    await fetch(url, { method: 'POST', redirect: 'manual', body: form, signal: AbortSignal.timeout(PATIENCE_MS) });
    const state = { path: booking.checkoutState.path.replace(':token', token) };
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
      const answer = await ask(state);
      if (answer && booking.checkoutState.response.parse(JSON.parse(answer.body)).state === 'paid') break;
      if (Date.now() > until) throw new Error('paid at Stripe, and not booked in time');
    }
    for (const { id } of await paymentsOf({ database }, key)) ledger.payments.add(id);
    return key;
  } catch (error) {
    ledger.unanswered.push(`payment by card ${key}: ${(error as Error).message}`);
    return null;
  } finally {
    visitor.leave();
  }
}

/** A payment in the product with the one at Stripe. */
export interface CardPayment {
  id: string;
  intent: string;
  amount: number;
}

async function paymentsOf({ database }: Pick<World, 'database'>, key: string): Promise<CardPayment[]> {
  const { rows } = await database.query<CardPayment>(
    `select p.id, p.stripe_id as intent, p.amount::int as amount from payments p
       join sessions s on s.account_id = p.account_id and s.id = p.session_id
       join customers c on c.account_id = s.account_id and c.id = s.customer_id
     where c.email = $1 and p.stripe_id is not null`,
    [mailboxOf(key)],
  );
  return rows;
}
