import type { Office } from '../../bench/studio.ts';

/** Changes that a client has sent, and how many of them the server has acknowledged. */
export class Ledger {
  /** Revision in the name of each client: the highest sent, and the highest acknowledged. */
  readonly names = new Map<string, { sent: number; acknowledged: number }>();
  /** Acknowledged sessions. */
  readonly sessions = new Set<string>();
  /** Acknowledged payments, each with one receipt and one event. */
  readonly payments = new Set<string>();
  /** Payments whose receipt was requested by mail, and archives that were: one mail to `mailboxOf` their id. */
  readonly mails = new Set<string>();
  /** When the acknowledged changes were sent, epoch milliseconds, with the time of their acknowledgement. */
  readonly #acknowledged: { sentAt: number; at: number }[] = [];
  /** Mutations that the server has refused: none is expected. */
  readonly refused: string[] = [];
  /** Mutations without an answer for minutes: none is expected. */
  readonly unanswered: string[] = [];
  /** When a client lost its connection, epoch milliseconds. */
  readonly disconnected: number[] = [];

  acknowledge(sentAt: number): void {
    this.#acknowledged.push({ sentAt, at: Date.now() });
  }

  get count(): number {
    return this.#acknowledged.length;
  }

  /** When the first change that was sent after `since` was acknowledged; undefined if none is. */
  firstSentAfter(since: number): number | undefined {
    return this.#acknowledged.find(({ sentAt }) => sentAt >= since)?.at;
  }

  /** Milliseconds from sending to acknowledgement of the changes that were on their way at some time of a period. */
  waitsBetween(from: number, to: number): number[] {
    return this.#acknowledged
      .filter(({ sentAt, at }) => sentAt <= to && at >= from)
      .map(({ sentAt, at }) => at - sentAt);
  }
}

export const mailboxOf = (id: string) => `${id}@kills.example.org`;
export const nameOf = (revision: number) => `Revision ${revision}`;
const revisionOf = (name: string | undefined) => Number(name?.replace('Revision ', '') ?? Number.NaN);

/** Acknowledged changes that a reader does not find, and values that no writer sent. */
export function lostNames({ names }: Ledger, found: ReadonlyMap<string, string>): string[] {
  return [...names].flatMap(([id, { sent, acknowledged }]) => {
    if (acknowledged < 0) return [];
    const revision = revisionOf(found.get(id));
    return revision >= acknowledged && revision <= sent
      ? []
      : [`client ${id}: ${found.get(id) ?? 'missing'}, acknowledged ${acknowledged}, sent ${sent}`];
  });
}

/** Acknowledged rows that are not in the database. */
export async function lostRows({ database, account }: Office, ledger: Ledger): Promise<string[]> {
  const ids = async (sql: string) => new Set((await database.query(sql, [account.id])).rows.map((row) => row.id));
  const lost: string[] = [];
  const sessions = await ids('select id from sessions where account_id = $1');
  const receipts = await ids('select payment_id as id from receipts where account_id = $1');
  for (const id of ledger.sessions) if (!sessions.has(id)) lost.push(`session ${id}`);
  for (const id of ledger.payments) if (!receipts.has(id)) lost.push(`receipt of payment ${id}`);
  return lost;
}
