import type { Answer } from './answer.ts';

interface Entry {
  answer: Answer;
  storedAt: number;
  expiresAt: number;
  bytes: number;
}

/** Trailing wildcard of an invalidation path, as in CloudFront. */
const WILDCARD = '*';

/**
 * The distribution's cache: evicts the least recently used entries beyond its size, and collapses concurrent requests
 * for one key.
 */
export class EdgeCache {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** In order of use: a Map keeps the order of insertion. */
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, Promise<Answer>>();
  #bytes = 0;
  /** Number of purges, so that a response fetched before one is not stored after it. */
  #purges = 0;

  constructor(maxBytes: number, now: () => number) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** Returns the stored response and its age in seconds. */
  get(key: string): { answer: Answer; age: number } | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#remove(key);
    if (entry.expiresAt <= this.#now()) return undefined;
    this.#add(key, entry);
    return { answer: entry.answer, age: Math.floor((this.#now() - entry.storedAt) / 1000) };
  }

  /** Fetches once for all concurrent requests of a key, and stores the response if allowed. */
  collapsed(key: string, fetch: () => Promise<Answer>, ttlOf: (answer: Answer) => number): Promise<Answer> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const fresh = this.fetched(key, fetch, ttlOf).finally(() => {
      if (this.#pending.get(key) === fresh) this.#pending.delete(key);
    });
    this.#pending.set(key, fresh);
    return fresh;
  }

  /** Fetches and stores the response if allowed. @param ttlOf seconds; 0 stores nothing */
  async fetched(key: string, fetch: () => Promise<Answer>, ttlOf: (answer: Answer) => number): Promise<Answer> {
    const purges = this.#purges;
    const answer = await fetch();
    const ttl = ttlOf(answer);
    if (ttl > 0 && purges === this.#purges) this.#store(key, answer, ttl);
    return answer;
  }

  /** Deletes paths; one that ends in `*` is a prefix. */
  purge(paths: readonly string[]): void {
    this.#purges++;
    // Later requests must not share a response requested before the purge.
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

/** Returns the key of a path and of the values that the response varies with. */
export function cacheKey(path: string, ...vary: string[]): string {
  return [path, ...vary].join(' ');
}

function pathOfKey(key: string): string {
  return key.split(' ', 1)[0] ?? '';
}
