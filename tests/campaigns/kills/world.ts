import { Pool } from 'pg';
import { webhooks } from '#core/api/webhooks.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { databaseUrl } from '#local/postgres/addresses.ts';
import { createOffice, type Office } from '../../bench/studio.ts';
import { zeroClient } from '../../bench/sync.ts';
import { type Stack, startStack, type StackOptions } from '../../support/stack.ts';
import { Ledger } from './ledger.ts';
import { collectMails, type Mails } from './mails.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { reconnecting, write } from './writer.ts';

/** The whole product with a studio, in which clients write without a pause. */
export interface World extends Office {
  stack: Stack;
  ledger: Ledger;
  receiver: Receiver;
  mails: Mails;
  /** Lets the clients finish; afterwards the ledger no longer changes. */
  stopWriting(): Promise<void>;
}

export interface WorldOptions extends StackOptions {
  /** Milliseconds by which the clock of each client is ahead. */
  clocks?: readonly number[];
  /** Milliseconds until the receiver of webhooks answers. */
  receiverMs?: number;
  /** Address at which clients reach the product; its own by default. */
  origin?: (stack: Stack) => Promise<string>;
}

/** Starts the product for the time of `work`. */
export async function withWorld<T>(
  { clocks = [0, 0, 0], origin, receiverMs, ...options }: WorldOptions,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const stack = await startStack(options);
  const database = new Pool({ connectionString: databaseUrl(stack.ports.postgres), max: 2 });
  database.on('error', () => undefined);
  const receiver = await startReceiver(receiverMs);
  const mails = collectMails(stack.mailbox);
  const ending = new AbortController();
  try {
    const office = await createOffice(stack, database);
    const hook = { url: receiver.url, description: '', events: ['payment.received' as const] };
    await office.api.call(webhooks.createWebhook, {}, hook);
    const ledger = new Ledger();
    const reached = { ...office, stack: { ...stack, origin: (await origin?.(stack)) ?? stack.origin } };
    const clients = clocks.map(() => zeroClient(reached));
    for (const client of clients) reconnecting(client, () => office.session.access_token);
    const renewing = setInterval(() => void renew(office, clients), (office.session.expires_in * SECOND_MS) / 4);
    ending.signal.addEventListener('abort', () => clearInterval(renewing));
    const writing = clients.map((zero, n) => write(zero, { ledger, signal: ending.signal, ahead: clocks[n]! }));
    const stopWriting = async () => {
      ending.abort();
      await Promise.all(writing);
      await Promise.all(clients.map((client) => client.close()));
    };
    return await work({ ...office, stack, ledger, receiver, mails, stopWriting });
  } finally {
    ending.abort();
    mails.close();
    receiver.close();
    await database.end().catch(() => undefined);
    await stack.stop();
  }
}

/** Gives the clients a new access token. After a failure the old one is still valid, and the next turn tries again. */
async function renew(office: Office, clients: readonly ReturnType<typeof zeroClient>[]): Promise<void> {
  const session = await office.signIn().catch(() => null);
  if (!session) return;
  Object.assign(office.session, session);
  for (const client of clients) void client.connection.connect({ auth: session.access_token });
}
