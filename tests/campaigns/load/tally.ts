import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { type Figure, quantile } from '../../bench/figure.ts';
import { within } from '../../support/within.ts';

/** Most faults that are printed: a broken service fails every request. */
const MOST_SHOWN = 20;
/** The longest that a campaign waits for one answer. */
const ANSWER_LIMIT_MS = 2 * MINUTE_MS;

/** Latencies and faults of many requests, by kind. */
export class Tally {
  readonly #bar: string;
  readonly #times = new Map<string, number[]>();
  readonly #counts = new Map<string, number>();
  #faults = 0;
  #inProgress = 0;
  #mostInProgress = 0;

  constructor(bar: string) {
    this.#bar = bar;
  }

  /** Measures one request. A rejection and a missing answer count as a fault and resolve to undefined. */
  async time<T>(kind: string, work: () => Promise<T>): Promise<T | undefined> {
    const started = performance.now();
    this.#mostInProgress = Math.max(this.#mostInProgress, ++this.#inProgress);
    try {
      return await within(ANSWER_LIMIT_MS, 'an answer', work());
    } catch (error) {
      this.fault(`${kind}: ${(error as Error).message}`);
      return undefined;
    } finally {
      this.#inProgress--;
      this.add(kind, performance.now() - started);
    }
  }

  /** Adds a duration in milliseconds. */
  add(kind: string, ms: number): void {
    const times = this.#times.get(kind) ?? [];
    times.push(ms);
    this.#times.set(kind, times);
  }

  fault(what: string): void {
    if (this.#faults++ < MOST_SHOWN) console.error(`fault: ${what}`);
  }

  /** Counts an event that is no fault, for a figure of its own. */
  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** Number of requests of all kinds. */
  get requests(): number {
    return [...this.#times.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Returns a figure of the same bar that has no limit. */
  figure(what: string, value: number, unit: string): Figure {
    return { bar: this.#bar, what, value, limit: null, unit };
  }

  /** Median and 99th percentile of each kind, the most requests at a time, and the faults, of which none is allowed. */
  figures(): Figure[] {
    const bar = this.#bar;
    const latency = (kind: string, times: readonly number[]): Figure[] =>
      [0.5, 0.99].map((share) => {
        const what = `${kind}, ${share === 0.5 ? 'median' : '99th percentile'}`;
        return { bar, what, value: quantile(times, share), limit: null, unit: 'ms', n: times.length };
      });
    return [
      { bar, what: 'requests that failed', value: this.#faults, limit: 0, unit: `of ${this.requests}` },
      ...[...this.#times].flatMap(([kind, times]) => latency(kind, times)),
      ...[...this.#counts].map(([what, value]): Figure => ({ bar, what, value, limit: null, unit: '' })),
      { bar, what: 'requests at a time, most', value: this.#mostInProgress, limit: null, unit: 'requests' },
    ];
  }
}
