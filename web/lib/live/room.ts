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

/** Follows the revisions of a room: no change is lost and none is asked for twice. */
export class RoomState {
  readonly #options: RoomOptions;
  /** Revision that the page shows. */
  #shown: number | null;
  /** Latest revision heard of. */
  #heard: number;
  #isAsking = false;
  /** Number of refusals in a row, and the time before which the next question waits. */
  #refusals = 0;
  #quietUntil = 0;
  #isEnded = false;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.#shown = options.rev;
    this.#heard = options.rev ?? 0;
  }

  take(message: LiveMessage): void {
    if (this.#isEnded) return;
    const { onPeople, onPhotos } = this.#options;
    if (message.type === 'joined') this.#joined(message.rev);
    if (message.type === 'joined' || message.type === 'here') onPeople?.(message.people);
    if (message.type === 'changed') this.#changed(message.rev);
    if (message.type !== 'photos' || message.rev <= (this.#shown ?? 0)) return;
    if (message.since > (this.#shown ?? 0)) return this.#changed(message.rev);
    onPhotos?.(message.photos, message.rev);
    this.#shown = message.rev;
    this.#heard = Math.max(this.#heard, this.#shown);
  }

  /** Asks now, unless an answer is awaited. */
  ask(): void {
    void this.#ask();
  }

  /** True after a failed request. */
  isDue(): boolean {
    return !this.#isAsking && this.#heard > (this.#shown ?? 0);
  }

  end(): void {
    this.#isEnded = true;
  }

  async #ask(): Promise<void> {
    const { ask } = this.#options;
    if (!ask || this.#isAsking || this.#isEnded || Date.now() < this.#quietUntil) return;
    this.#isAsking = true;
    const heardBefore = this.#heard;
    let shown: number;
    try {
      const answered = await ask(this.#shown ?? 0);
      shown = Math.max(this.#shown ?? 0, answered ?? heardBefore);
      this.#shown = shown;
      this.#heard = Math.max(this.#heard, shown);
      this.#refusals = 0;
    } catch (error) {
      // Still due: the next poll asks again. Without a network nobody has refused anything.
      if ((error as { code?: unknown } | null)?.code !== 'network') {
        this.#quietUntil = Date.now() + retryDelay(error, this.#refusals++, REFUSED);
      }
      return;
    } finally {
      this.#isAsking = false;
    }
    // An answer older than the hint waits for the next poll: asking immediately would repeat itself.
    if (this.#heard > shown && this.#heard > heardBefore) void this.#ask();
  }

  #changed(to: number): void {
    this.#heard = Math.max(this.#heard, to);
    if (this.#heard > (this.#shown ?? 0)) void this.#ask();
  }

  #joined(to: number): void {
    if (this.#shown === null) this.#shown = this.#heard = to;
    else if (to >= this.#shown) this.#changed(to);
    else {
      // The room's count restarted: nothing is known about what lies between.
      this.#shown = 0;
      this.#heard = to;
      void this.#ask();
    }
  }
}
