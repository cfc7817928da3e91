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

/** A studio in which clients write without a pause. */
interface WrittenStudio extends Office {
  ledger: Ledger;
}

/** The whole product with a studio of each group; it is itself the first of them. */
export interface World extends WrittenStudio {
  stack: Stack;
  studios: readonly WrittenStudio[];
  receiver: Receiver;
  mails: Mails;
  /** Lets the clients finish; afterwards the ledger no longer changes. */
  stopWriting(): Promise<void>;
}

export interface WorldOptions extends StackOptions {
  /** Milliseconds by which the clock of each client of a studio is ahead. */
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
    const address = (await origin?.(stack)) ?? stack.origin;
    const offices = await officesOfGroups(stack, database, options.groups ?? 1);
    const clients = offices.map((office) => {
      const reached = { ...office, stack: { ...stack, origin: address } };
      return clocks.map((ahead) => ({ zero: zeroClient(reached), ahead }));
    });
    const studios: WrittenStudio[] = [];
    const writing: Promise<void>[] = [];
    for (const [at, office] of offices.entries()) {
      const hook = { url: receiver.url, description: '', events: ['payment.received' as const] };
      await office.api.call(webhooks.createWebhook, {}, hook);
      const ledger = new Ledger();
      studios.push({ ...office, ledger });
      for (const { zero, ahead } of clients[at]!) {
        reconnecting(zero, () => office.session.access_token);
        zero.connection.state.subscribe(({ name }) => name !== 'connected' && ledger.disconnected.push(Date.now()));
        writing.push(write(zero, { ledger, signal: ending.signal, ahead }));
      }
      const zeros = clients[at]!.map(({ zero }) => zero);
      const renewing = setInterval(() => void renew(office, zeros), (office.session.expires_in * SECOND_MS) / 4);
      ending.signal.addEventListener('abort', () => clearInterval(renewing));
    }
    const stopWriting = async () => {
      ending.abort();
      await Promise.all(writing);
      await Promise.all(clients.flat().map(({ zero }) => zero.close()));
    };
    return await work({ ...studios[0]!, stack, studios, receiver, mails, stopWriting });
  } finally {
    ending.abort();
    mails.close();
    receiver.close();
    await database.end().catch(() => undefined);
    await stack.stop();
  }
}

/** Returns the group that serves a studio. */
export const groupOf = ({ account }: Pick<Office, 'account'>): number => account.syncGroups[0]!;

/** Creates studios until each group has one. */
async function officesOfGroups(stack: Stack, database: Pool, groups: number): Promise<Office[]> {
  const offices = new Map<number, Office>();
  while (offices.size < groups) {
    const office = await createOffice(stack, database);
    if (!offices.has(groupOf(office))) offices.set(groupOf(office), office);
  }
  return [...offices.values()];
}

/** Gives the clients a new access token. After a failure the old one is still valid, and the next turn tries again. */
async function renew(office: Office, clients: readonly ReturnType<typeof zeroClient>[]): Promise<void> {
  const session = await office.signIn().catch(() => null);
  if (!session) return;
  Object.assign(office.session, session);
  for (const client of clients) void client.connection.connect({ auth: session.access_token });
}
