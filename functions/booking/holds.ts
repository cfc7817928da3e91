import { HOLD_MS } from '#core/domain/booking.ts';
import { AppError } from '#core/domain/errors.ts';
import { makeId } from '#core/domain/ids.ts';
import { hashToken, makeToken, random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { networkPrefix } from '../platform/http/rate-limit.ts';

/** Slots that one address holds at a time: a family's phones, and never a studio's day. */
const HOLDS_PER_VISITOR = 6;
/** Of one network: neighbours of one provider, or a school's parents; who has all of its addresses gets no further. */
const HOLDS_PER_NETWORK = 20;
/** Slots that are held of a studio at a time, by everybody. */
const HOLDS_PER_ACCOUNT = 200;

/** A slot that a visitor has for a while. */
export interface Hold {
  sessionTypeId: string;
  /** Epoch milliseconds. */
  start: number;
  createdAt: number;
  expiresAt: number;
}

/** A hold by its token; also one whose time is over, for as long as it is kept. */
export async function findHold(tx: Queryable, accountId: string, token: string): Promise<Hold | null> {
  const [hold] = await tx.query<Hold>(
    `select session_type_id as "sessionTypeId", starts_at as start, created_at as "createdAt",
       expires_at as "expiresAt"
     from slot_holds where account_id = $1 and token_hash = $2`,
    [accountId, hashToken(token)],
  );
  return hold ?? null;
}

/** What is not there any more is given back already. */
export async function releaseHold(tx: Queryable, accountId: string, token: string): Promise<void> {
  await tx.query('delete from slot_holds where account_id = $1 and token_hash = $2', [accountId, hashToken(token)]);
}

/**
 * Who may hold how many: one visitor is not to keep a whole calendar from all others. Call it under the studio's lock.
 * @throws AppError `rate_limited`, until the first of them ends
 */
export async function assertCapacity(tx: Queryable, accountId: string, viewerIp: string, now: number): Promise<void> {
  const rows = await tx.query<{ holder: string; until: number }>(
    `select holder, expires_at as until from slot_holds where account_id = $1 and expires_at > $2 order by expires_at`,
    [accountId, timestamp(now)],
  );
  const holder = hashHolder(accountId, viewerIp);
  const endOfFirst = (holds: typeof rows, most: number) => (holds.length < most ? now : holds[0]!.until);
  const ends = Math.max(
    endOfFirst(rows, HOLDS_PER_ACCOUNT),
    endOfFirst(
      rows.filter((row) => holderNetwork(row.holder) === holderNetwork(holder)),
      HOLDS_PER_NETWORK,
    ),
    endOfFirst(
      rows.filter((row) => row.holder === holder),
      HOLDS_PER_VISITOR,
    ),
  );
  if (ends > now) throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil((ends - now) / 1000)) });
}

/** Keeps a slot that was found to be free under the studio's lock. */
export async function insertHold(
  tx: Queryable,
  { accountId, viewerIp, ...slot }: HoldInput,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = makeToken();
  const expiresAt = now + HOLD_MS;
  await tx.query(
    `insert into slot_holds (id, account_id, session_type_id, token_hash, starts_at, ends_at, expires_at, created_at,
       holder)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      makeId(random),
      accountId,
      slot.sessionTypeId,
      hashToken(token),
      timestamp(slot.start),
      timestamp(slot.end),
      timestamp(expiresAt),
      timestamp(now),
      hashHolder(accountId, viewerIp),
    ],
  );
  return { token, expiresAt };
}

export interface HoldInput {
  accountId: string;
  viewerIp: string;
  sessionTypeId: string;
  start: number;
  end: number;
}

/** Letters of a hash that name somebody: 128 bits. */
const NAME_LENGTH = 22;

/** The network and the address within it, neither of them in clear. */
function hashHolder(accountId: string, viewerIp: string): string {
  const nameOf = (what: string) => hashToken(`${accountId} ${what}`).slice(0, NAME_LENGTH);
  return nameOf(networkPrefix(viewerIp)) + nameOf(viewerIp);
}

function holderNetwork(holder: string): string {
  return holder.slice(0, NAME_LENGTH);
}
