import { createHash, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

export interface QueuedMessage {
  id: string;
  body: string;
  /** Number of receives, including this one. */
  receiveCount: number;
  sentAt: number;
}

/**
 * A queue with SQS's guarantees: accepted messages survive a crash, are delivered at least once, reappear after their
 * visibility timeout unless deleted, and go to the dead-letter queue after too many attempts.
 */
export class DurableQueue {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  /** @param file path of its SQLite file, or `:memory:` */
  constructor(file: string, now: () => number = Date.now) {
    this.#now = now;
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS messages (
        id TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, sent_at INTEGER NOT NULL,
        visible_at INTEGER NOT NULL, receive_count INTEGER NOT NULL DEFAULT 0, dead INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX IF NOT EXISTS messages_visible ON messages (dead, visible_at);`);
  }

  /**
   * Accepts a message, visible after `delayMs`. Drops it if a waiting message has the same deduplication id, by default
   * a digest of the text.
   */
  send(body: string, { delayMs = 0, deduplicationId = digestOf(body) } = {}): void {
    const now = this.#now();
    this.#database
      .prepare(
        'INSERT INTO messages (id, body, digest, sent_at, visible_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      )
      .run(randomUUID(), body, deduplicationId, now, now + delayMs);
  }

  /** Returns up to `limit` messages and hides them for `visibilityMs`. */
  receive(limit: number, visibilityMs: number): QueuedMessage[] {
    const now = this.#now();
    const rows = this.#database
      .prepare(
        `UPDATE messages SET visible_at = ?, receive_count = receive_count + 1 WHERE id IN
           (SELECT id FROM messages WHERE dead = 0 AND visible_at <= ? ORDER BY visible_at, rowid LIMIT ?)
         RETURNING id, body, receive_count AS receiveCount, sent_at AS sentAt`,
      )
      .all(now + visibilityMs, now, limit);
    return rows as unknown as QueuedMessage[];
  }

  delete(id: string): void {
    this.#database.prepare('DELETE FROM messages WHERE id = ?').run(id);
  }

  /** Makes a message visible after `delayMs`, or moves it to the dead-letter queue after `maxReceives` receives. */
  release(id: string, delayMs: number, maxReceives: number): void {
    this.#database
      .prepare('UPDATE messages SET visible_at = ?, dead = (receive_count >= ?) WHERE id = ?')
      .run(this.#now() + delayMs, maxReceives, id);
  }

  /** Makes all messages visible: after a restart none is in progress. */
  releaseAll(): void {
    this.#database.prepare('UPDATE messages SET visible_at = ? WHERE visible_at > ?').run(this.#now(), this.#now());
  }

  count(kind: 'waiting' | 'dead'): number {
    const row = this.#database
      .prepare('SELECT count(*) AS n FROM messages WHERE dead = ?')
      .get(kind === 'dead' ? 1 : 0);
    return Number(row?.['n'] ?? 0);
  }

  close(): void {
    this.#database.close();
  }
}

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
