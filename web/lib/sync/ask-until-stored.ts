import { askBeforeLeaving } from '../browser/ask-before-leaving.ts';
import type { MutationOutcome } from './mutation-status.ts';

/** Milliseconds after which a mutation is in the replica: Zero stores it within two seconds, later on a busy device. */
const STORED_MS = 5000;

/**
 * Asks before the page is left while a mutation exists in its memory only: the server has not answered, and the replica,
 * which the next page sends it from, may not have it yet.
 */
export function askUntilStored(outcome: Promise<MutationOutcome>, page?: Parameters<typeof askBeforeLeaving>[0]): void {
  const stopAsking = askBeforeLeaving(page);
  setTimeout(stopAsking, STORED_MS);
  // An interrupted mutation is sent again from the replica.
  void outcome.then(({ state }) => state === 'interrupted' || stopAsking());
}
