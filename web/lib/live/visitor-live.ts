import { type LivePerson, type Place, VISITOR_RENEWAL_MS } from '#core/domain/live.ts';
import { createLive, type Joined, type Live } from './live-connection.ts';

let live: Live | undefined;

/** Returns the page's connection as a visitor, whom the cookie of the visitor session names. */
export function visitorLive(): Live {
  live ??= createLive({ query: () => Promise.resolve({ channel: 'public' }), renewalMs: VISITOR_RENEWAL_MS });
  return live;
}

/**
 * Joins a list of picks.
 * @param refresh reads the list again; called after changes by others
 * @param onPeople called with everybody who has the list open, also this person; `place` is the photo that they look at
 */
export function joinList(
  listId: string,
  refresh: () => Promise<void>,
  onPeople: (people: LivePerson[]) => void,
): Joined {
  return visitorLive().join(`l:${listId}`, { rev: 0, ask: refresh, onPeople });
}

export type { Joined, LivePerson, Place };
