import { SECOND_MS } from '#core/domain/values/durations.ts';
import type { LiveDenial, LiveMessage, LivePerson } from '#core/domain/galleries/live.ts';
import { type BackoffBounds, retryDelay } from '../backoff.ts';

export interface RoomOptions {
  /**
   * Revision of what the page shows. Null: the first one of the room counts as shown. 0: unknown, so that joining a room
   * with changes asks once.
   */
  rev: number | null;
  /**
   * Asks by HTTP for the changes after `since`. Returns the revision of the answer, or nothing if the answer is simply
   * the newest state. A rejection is asked again after the room's polling interval.
   */
  ask?: (since: number) => Promise<number | void>;
  /** Photos that became visible, up to a revision. One may be told twice. */
  onPhotos?: (photos: unknown[], rev: number) => void;
  /** Everybody in the room, also this person; empty while the connection is down. */
  onPeople?: (people: LivePerson[]) => void;
  /** The server refused this room. */
  onRefused?: (code: LiveDenial) => void;
}

/** Pauses after answers that refuse; the next poll asks after them. */
const REFUSED: BackoffBounds = { first: 5 * SECOND_MS, max: 120 * SECOND_MS };

export type RoomState = ReturnType<typeof createRoomState>;

/** Follows the revisions of a room: no change is lost and none is asked for twice. */
export function createRoomState({ rev, ask, onPhotos, onPeople }: RoomOptions) {
  /** Revision that the page shows. */
  let shown = rev;
  /** Latest revision heard of. */
  let heard = rev ?? 0;
  let isAsking = false;
  /** Number of refusals in a row, and the time before which the next question waits. */
  let refusals = 0;
  let quietUntil = 0;
  let isEnded = false;

  /** Asks now, unless an answer is awaited. */
  async function askNow(): Promise<void> {
    if (!ask || isAsking || isEnded || Date.now() < quietUntil) return;
    isAsking = true;
    const heardBefore = heard;
    try {
      const answered = await ask(shown ?? 0);
      shown = Math.max(shown ?? 0, answered ?? heardBefore);
      heard = Math.max(heard, shown);
      refusals = 0;
    } catch (error) {
      // Still due: the next poll asks again. Without a network nobody has refused anything.
      if ((error as { code?: unknown } | null)?.code !== 'network') {
        quietUntil = Date.now() + retryDelay(error, refusals++, REFUSED);
      }
      return;
    } finally {
      isAsking = false;
    }
    // An answer older than the hint waits for the next poll: asking at once would repeat itself.
    if (heard > shown && heard > heardBefore) void askNow();
  }

  function changed(to: number) {
    heard = Math.max(heard, to);
    if (heard > (shown ?? 0)) void askNow();
  }

  function joined(to: number) {
    if (shown === null) shown = heard = to;
    else if (to >= shown) changed(to);
    else {
      // The room's count began anew: nothing is known about what lies between.
      shown = 0;
      heard = to;
      void askNow();
    }
  }

  return {
    take(message: LiveMessage) {
      if (isEnded) return;
      if (message.type === 'joined') joined(message.rev);
      if (message.type === 'joined' || message.type === 'here') onPeople?.(message.people);
      if (message.type === 'changed') changed(message.rev);
      if (message.type !== 'photos' || message.rev <= (shown ?? 0)) return;
      if (message.since > (shown ?? 0)) return changed(message.rev);
      onPhotos?.(message.photos, message.rev);
      shown = message.rev;
      heard = Math.max(heard, shown);
    },
    ask: () => void askNow(),
    /** True after a failed request. */
    isDue: () => !isAsking && heard > (shown ?? 0),
    end() {
      isEnded = true;
    },
  };
}
