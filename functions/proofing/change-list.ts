import type { Queryable } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';

/** Runs one change of a list in a transaction. Every change by a visitor goes through here. */
export function changeList<T extends { isChanged: boolean }>(
  services: Services,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return services.db.transaction(work);
}
