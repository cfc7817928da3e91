import { setTimeout as delay } from 'node:timers/promises';
import { type DomainStatus, proofName } from '#core/domain/site/domains.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { type BackOffice, mutate } from './back-office.ts';

/** Milliseconds in which a domain goes live; the checks take seconds. */
const PATIENCE_MS = 60_000;

interface OwnDomain {
  /** Id of the row in `domains`. */
  id: string;
  hostname: string;
  /** Host that it points to. */
  target: string;
}

/**
 * Connects a studio's domain as its photographer would: adds it, enters its records at the built-in registrar, and asks
 * for a check until it is live. Safe to repeat; leaves a domain that a person has removed or lost as it is.
 */
export async function connectDomain(
  office: BackOffice,
  origin: string,
  { id, hostname, target }: OwnDomain,
): Promise<void> {
  await office.preload(queries.domains.current()).complete;
  await mutate(office, mutators.domains.add({ id, hostname, now: Date.now() }), 'conflict', 'limit_reached');
  const current = await office.run(queries.domains.current());
  if (current?.id !== id || current.status === 'live' || current.status === 'lost') return;
  await addRecord(origin, 'CNAME', hostname, target);
  const deadline = Date.now() + PATIENCE_MS;
  let isProven = false;
  for (let status: DomainStatus = current.status; status !== 'live';) {
    if (Date.now() > deadline) throw new Error(`${hostname} is still ${status}`);
    const row = await office.run(queries.domains.current());
    if (row?.proof && !isProven) {
      await addRecord(origin, 'TXT', proofName(hostname), row.proof);
      await mutate(office, mutators.domains.check({ id, now: Date.now() }));
      isProven = true;
    }
    status = row?.status ?? status;
    await delay(200);
  }
}

/** Enters a record at the built-in registrar. */
async function addRecord(origin: string, type: 'CNAME' | 'TXT', name: string, value: string): Promise<void> {
  const body = new URLSearchParams({ action: 'add', type, name, value });
  const headers = { connection: 'close' };
  const answer = await fetch(`${origin}/__dns`, { method: 'POST', body, headers, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`the registrar refused a record: ${answer.status}`);
}
