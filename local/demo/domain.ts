import { setTimeout as delay } from 'node:timers/promises';
import { type DomainStatus, proofName } from '#core/domain/domains.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { type BackOffice, mutate } from './back-office.ts';
import { DEMO_DOMAIN } from './content.ts';
import type { DemoIds } from './demo-ids.ts';

/** Milliseconds in which a domain goes live; the checks take seconds. */
const PATIENCE_MS = 60_000;

/**
 * Connects the demo's domain as its photographer would: adds it, enters its records at the built-in registrar, and asks
 * for a check until it is live. Safe to repeat; leaves a domain that somebody has removed or lost as it is.
 * @param target host that the domain points to
 */
export async function connectDomain(office: BackOffice, ids: DemoIds, origin: string, target: string): Promise<void> {
  await office.preload(queries.domains.current()).complete;
  const id = ids.domain(DEMO_DOMAIN);
  await mutate(
    office,
    mutators.domains.add({ id, hostname: DEMO_DOMAIN, now: Date.now() }),
    'conflict',
    'limit_reached',
  );
  const current = await office.run(queries.domains.current());
  if (current?.id !== id || current.status === 'live' || current.status === 'lost') return;
  await addRecord(origin, 'CNAME', DEMO_DOMAIN, target);
  const deadline = Date.now() + PATIENCE_MS;
  let proven = false;
  for (let status: DomainStatus = current.status; status !== 'live';) {
    if (Date.now() > deadline) throw new Error(`${DEMO_DOMAIN} is still ${status}`);
    const row = await office.run(queries.domains.current());
    if (row?.proof && !proven) {
      await addRecord(origin, 'TXT', proofName(DEMO_DOMAIN), row.proof);
      await mutate(office, mutators.domains.check({ id, now: Date.now() }));
      proven = true;
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
