import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#core/domain/durations.ts';
import { mutators } from '#core/zero/mutators.ts';
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
const PAUSE_MS = 40;
const RENAMES = 6;
/** The mailbox keeps 500 mails. */
const MAX_SESSIONS = 300;

/** Creates clients, sessions with a mail, and payments with a receipt and an event, and renames clients, until aborted. */
export async function write(zero: Client, { ledger, signal, ahead = 0 }: WriterOptions): Promise<void> {
  const now = () => Date.now() + ahead;
  const send = (mutation: Mutation) => confirm(zero, mutation, ledger, signal);
  while (!signal.aborted) {
    const [id, sessionId, paymentId] = [newId(), newId(), newId()];
    const revisions = { sent: 0, acknowledged: -1 };
    ledger.names.set(id, revisions);
    const customer = { id, name: nameOf(0), email: mailboxOf(sessionId) };
    if (!(await send(mutators.customers.create({ ...customer, now: now() })))) continue;
    revisions.acknowledged = 0;
    for (let revision = 1; revision <= RENAMES && !signal.aborted; revision++) {
      revisions.sent = revision;
      const isDone = await send(mutators.customers.update({ id, changes: { name: nameOf(revision) }, now: now() }));
      if (isDone) revisions.acknowledged = revision;
    }
    if (signal.aborted || ledger.sessions.size >= MAX_SESSIONS) continue;
    const time = { date: Date.now() + 30 * DAY_MS, duration: 60 };
    const session = { id: sessionId, customerId: id, ...time, billing: { price: 10_000 }, notify: true };
    if (!(await send(mutators.sessions.create({ ...session, now: now() })))) continue;
    ledger.sessions.add(sessionId);
    const paid = { amount: 10_000, date: Date.now(), method: 'cash', purpose: 'balance', status: 'paid' } as const;
    if (await send(mutators.payments.record({ id: paymentId, sessionId, ...paid, now: now() })))
      ledger.payments.add(paymentId);
  }
}

/** Sends a change. @returns whether the server has acknowledged it; without an answer nothing is known */
async function confirm(zero: Client, mutation: Mutation, ledger: Ledger, signal: AbortSignal): Promise<boolean> {
  await sleep(PAUSE_MS);
  const sentAt = Date.now();
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  const outcome = await Promise.race([zero.mutate(mutation).server, aborted]);
  if (outcome?.type === 'success') {
    ledger.acknowledge(sentAt);
    return true;
  }
  if (outcome?.error.type === 'app') ledger.refused.push(outcome.error.message);
  return false;
}

/** Connects again after an error, as the product's pages do (web/lib/sync/use-reconnect.ts). */
export function reconnecting(zero: Client): () => void {
  return zero.connection.state.subscribe((state) => {
    if (state.name === 'error') setTimeout(() => void zero.connection.connect(), 1000);
  });
}
