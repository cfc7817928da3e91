import { enqueue } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Minimum interval between requested checks of a domain, in milliseconds. */
const REQUEST_INTERVAL_MS = 2_000;

/** Requests a check of a domain, immediately or at the end of the interval. Later checks follow automatically. */
export async function enqueueDomainCheck(
  tx: Queryable,
  accountId: string,
  domainId: string,
  now: number,
): Promise<void> {
  const options = { dedupeKey: `domain:${domainId}`, atMostEveryMs: REQUEST_INTERVAL_MS };
  await enqueue(tx, accountId, 'domain.check', { domainId }, now, options);
}
