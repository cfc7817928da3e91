import type { Answer } from './answer.ts';

interface Entry {
  answer: Answer;
  storedAt: number;
  expiresAt: number;
  bytes: number;
}

/** Ends of a purge's path, as CloudFront's invalidations know them. */
const WILDCARD = '*';

/**
 * What the distribution keeps: least recently used goes first when the bytes run out. A first request that many ask
 * at once goes to the origin once.
 */
export class EdgeCache {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** In order of use: a Map keeps the order of insertion. */
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, Promise<Answer>>();
  #bytes = 0;
  /** Counts purges, so that an answer fetched before one is not stored after it. */
  #purges = 0;

  constructor(maxBytes: number, now: () => number) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** The stored answer and its age in seconds. */
  get(key: string): { answer: Answer; age: number } | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#remove(key);
    if (entry.expiresAt <= this.#now()) return undefined;
    this.#add(key, entry);
    return { answer: entry.answer, age: Math.floor((this.#now() - entry.storedAt) / 1000) };
  }

  /** Asks the origin, once for all who ask for the same at the same time, and stores what may be stored. */
  collapsed(key: string, fetch: () => Promise<Answer>, ttlOf: (answer: Answer) => number): Promise<Answer> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const fresh = this.fetched(key, fetch, ttlOf).finally(() => {
      if (this.#pending.get(key) === fresh) this.#pending.delete(key);
    });
    this.#pending.set(key, fresh);
    return fresh;
  }

  /** Asks the origin and stores what may be stored. @param ttlOf seconds; 0 keeps nothing */
  async fetched(key: string, fetch: () => Promise<Answer>, ttlOf: (answer: Answer) => number): Promise<Answer> {
    const purges = this.#purges;
    const answer = await fetch();
    const ttl = ttlOf(answer);
    if (ttl > 0 && purges === this.#purges) this.#store(key, answer, ttl);
    return answer;
  }

  /** Forgets paths; one that ends in `*` means all that begin so. */
  purge(paths: readonly string[]): void {
    this.#purges++;
    // Whoever asks from now on must not be given what was asked for before.
    this.#pending.clear();
    const exact = new Set(paths.filter((path) => !path.endsWith(WILDCARD)));
    const prefixes = paths.filter((path) => path.endsWith(WILDCARD)).map((path) => path.slice(0, -1));
    for (const key of this.#entries.keys()) {
      const path = pathOfKey(key);
      if (exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix))) this.#remove(key);
    }
  }

  #store(key: string, answer: Answer, ttl: number): void {
    const bytes = answer.body.length + 1024;
    if (bytes > this.#maxBytes / 4) return;
    this.#remove(key);
    this.#add(key, { answer, bytes, storedAt: this.#now(), expiresAt: this.#now() + ttl * 1000 });
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry && this.#entries.delete(key)) this.#bytes -= entry.bytes;
  }
}

/** A path, and behind a space what else the answer depends on. */
export function cacheKey(path: string, ...vary: string[]): string {
  return [path, ...vary].join(' ');
}

function pathOfKey(key: string): string {
  return key.split(' ', 1)[0] ?? '';
}
