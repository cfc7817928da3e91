import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { queries } from '#core/zero/queries.ts';
import { newId } from '../../support/rows.ts';
import type { zeroClient } from '../../bench/sync.ts';
import { type Ledger, mailboxOf, nameOf } from './ledger.ts';

type Client = ReturnType<typeof zeroClient>;
type Mutation = Parameters<Client['mutate']>[0];

export interface WriterOptions {
  ledger: Ledger;
  signal: AbortSignal;
  /** Milliseconds by which this client's clock is ahead of the server's. */
  ahead?: number;
}

/** Pause between two changes, milliseconds: the kills, not the load, are the trial. */
const PAUSE_MS = 100;
const RENAMES = 2;
/** Far more than the longest stop of a service and the time to recover from it. */
const ANSWER_MS = 5 * MINUTE_MS;

/**
 * Loads the rows that the changes need on the device, as the product's pages do: all clients, and the latest sessions
 * and payments. Without them the browser's own run of a change does not find its row.
 */
async function loadPages(zero: Client): Promise<void> {
  await Promise.all([
    zero.preload(queries.accounts.current()).complete,
    zero.preload(queries.customers.list({ limit: MAX_CUSTOMERS })).complete,
    zero.preload(queries.sessions.list({ statuses: ['scheduled'], order: 'desc', limit: 100 })).complete,
    zero.preload(queries.payments.list({ statuses: ['paid'], limit: 100 })).complete,
  ]);
}

/**
 * Creates clients, sessions and payments, each with a receipt, a mail of it and an event, and renames clients. Once
 * aborted, it ends after these steps of the latest client. The mail is requested, because others wait for the undo window of ten minutes.
 */
export async function write(zero: Client, { ledger, signal, ahead = 0 }: WriterOptions): Promise<void> {
  const now = () => Date.now() + ahead;
  const send = (mutation: Mutation) => confirm(zero, mutation, ledger);
  await loadPages(zero);
  while (!signal.aborted && ledger.unanswered.length === 0) {
    const [id, sessionId, paymentId] = [newId(), newId(), newId()];
    const revisions = { sent: 0, acknowledged: -1 };
    ledger.names.set(id, revisions);
    const customer = { id, name: nameOf(0), email: mailboxOf(paymentId) };
    if (!(await send(mutators.customers.create({ ...customer, now: now() })))) continue;
    revisions.acknowledged = 0;
    for (let revision = 1; revision <= RENAMES; revision++) {
      revisions.sent = revision;
      if (!(await send(mutators.customers.update({ id, changes: { name: nameOf(revision) }, now: now() })))) break;
      revisions.acknowledged = revision;
    }
    const time = { date: Date.now() + 30 * DAY_MS, duration: 60 };
    const session = { id: sessionId, customerId: id, ...time, billing: { price: 10_000 } };
    if (!(await send(mutators.sessions.create({ ...session, now: now() })))) continue;
    ledger.sessions.add(sessionId);
    const paid = { amount: 10_000, date: Date.now(), method: 'cash', purpose: 'balance', status: 'paid' } as const;
    if (!(await send(mutators.payments.record({ id: paymentId, sessionId, ...paid, now: now() })))) continue;
    ledger.payments.add(paymentId);
    if (await send(mutators.payments.sendReceipt({ id: paymentId, now: now() }))) ledger.mails.add(paymentId);
  }
}

/**
 * Sends a change, once the client is not in its error state, in which it rejects all changes. Reaching that state, it
 * rejects sent ones too, which the server may have run or run later: nothing is known of those.
 * @returns whether the server has acknowledged it
 */
async function confirm(zero: Client, mutation: Mutation, ledger: Ledger): Promise<boolean> {
  const until = Date.now() + ANSWER_MS;
  do await sleep(PAUSE_MS);
  while (zero.connection.state.current.name === 'error' && Date.now() < until);
  const sentAt = Date.now();
  const outcome = await Promise.race([zero.mutate(mutation).server, sleep(ANSWER_MS, null, { ref: false })]);
  if (outcome?.type === 'success') {
    ledger.acknowledge(sentAt);
    return true;
  }
  const name = mutation.mutator.mutatorName;
  if (!outcome) ledger.unanswered.push(name);
  else if (outcome.error.type === 'app') ledger.refused.push(`${name}: ${outcome.error.message}`);
  return false;
}

/**
 * Connects again after an error, as the product's pages do (web/lib/sync/recovery.ts), and after a refused token,
 * as a person does with the button that they then show.
 * @param token the current access token
 */
export function reconnecting(zero: Client, token: () => string): () => void {
  return zero.connection.state.subscribe(({ name }) => {
    if (name === 'error') setTimeout(() => void zero.connection.connect(), 1000);
    if (name === 'needs-auth') setTimeout(() => void zero.connection.connect({ auth: token() }), 1000);
  });
}
