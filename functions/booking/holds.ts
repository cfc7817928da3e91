import { HOLD_MS } from '#core/domain/sessions/booking.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { closeCheckouts } from '../checkouts/close-checkouts.ts';
import { hashToken, makeToken, random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { householdOf, networkTiers } from '../platform/http/network-prefix.ts';
import { type BookableRow, type BookingStudio, findBookable } from './rules.ts';
import { findSlotAt, type SlotWithLocation } from './slots.ts';

/** Holds per household at a time, an IPv4 address or a /64 of IPv6: enough for a family's phones, too few to block a studio's day. */
const HOLDS_PER_VISITOR = 6;
/**
 * Holds per network, a /24 or a /48 of IPv6: customers of one provider, or a school's parents. It also bounds an
 * attacker who owns a whole network.
 */
const HOLDS_PER_NETWORK = 20;
/** Holds per studio at a time. Above it each network has one: strangers cannot keep a studio's clients from holding. */
const HOLDS_PER_ACCOUNT = 200;

/** A slot that is reserved for a visitor for a limited time. */
interface Hold {
  sessionTypeId: string;
  /** Epoch milliseconds. */
  start: number;
  createdAt: number;
  expiresAt: number;
}

/** Returns the hold of a token, also an expired one until it is deleted. */
export async function findHold(tx: Queryable, accountId: string, token: string): Promise<Hold | null> {
  const [hold] = await tx.query<Hold>(
    `select session_type_id as "sessionTypeId", starts_at as start, created_at as "createdAt",
       expires_at as "expiresAt"
     from slot_holds where account_id = $1 and token_hash = $2`,
    [accountId, hashToken(token)],
  );
  return hold ?? null;
}

/**
 * Returns the slot of a hold, if it can be booked now. Call it under the studio's lock.
 * @throws AppError `hold_expired`, `slot_taken`, `validation_failed`, `not_found`
 */
export async function findHeldSlot(
  tx: Queryable,
  studio: BookingStudio,
  { token, slot: { sessionTypeId, start } }: { token: string; slot: { sessionTypeId: string; start: number } },
  now: number,
): Promise<{ type: BookableRow; slot: SlotWithLocation }> {
  const { accountId } = studio;
  const hold = await findHold(tx, accountId, token);
  if (!hold) throw new AppError('hold_expired');
  if (hold.sessionTypeId !== sessionTypeId || hold.start !== start) {
    throw new AppError('validation_failed', { field: 'slot' });
  }
  const type = await findBookable(tx, accountId, sessionTypeId);
  if (!type) throw new AppError('not_found');
  const isHeld = now < hold.expiresAt;
  // Check the minimum notice at the time of the hold, so that filling in the form cannot make a booking late.
  const since = isHeld ? hold.createdAt : now;
  const slot = await findSlotAt(tx, { studio, type, now, since, except: { holdHash: hashToken(token) } }, start);
  if (!slot) throw new AppError(isHeld ? 'slot_taken' : 'hold_expired');
  return { type, slot };
}

/** Deletes a hold; a missing one counts as released. Its payment by card is given up. */
export async function releaseHold(tx: Queryable, accountId: string, token: string, now: number): Promise<void> {
  const holdHash = hashToken(token);
  await closeCheckouts(tx, { accountId, holdHash }, now);
  await tx.query('delete from slot_holds where account_id = $1 and token_hash = $2', [accountId, holdHash]);
}

/** Holds a slot at least until `until`, epoch milliseconds: its payment by card is open. */
export async function extendHold(tx: Queryable, accountId: string, token: string, until: number): Promise<void> {
  await tx.query(
    'update slot_holds set expires_at = greatest(expires_at, $3) where account_id = $1 and token_hash = $2',
    [accountId, hashToken(token), timestamp(until)],
  );
}

/**
 * Checks the limits of holds, so that one visitor cannot block a calendar. Call it under the studio's lock.
 * @throws AppError `rate_limited` until the first of the counted holds expires
 */
export async function assertCapacity(tx: Queryable, accountId: string, viewerIp: string, now: number): Promise<void> {
  const rows = await tx.query<{ holder: string; until: number }>(
    `select holder, expires_at as until from slot_holds where account_id = $1 and expires_at > $2 order by expires_at`,
    [accountId, timestamp(now)],
  );
  const holder = hashHolder(accountId, viewerIp);
  const endOfFirst = (holds: typeof rows, most: number) => (holds.length < most ? now : holds[0]!.until);
  const isFull = rows.length >= HOLDS_PER_ACCOUNT;
  const ends = Math.max(
    endOfFirst(
      rows.filter((row) => holderNetwork(row.holder) === holderNetwork(holder)),
      isFull ? 1 : HOLDS_PER_NETWORK,
    ),
    endOfFirst(
      rows.filter((row) => row.holder === holder),
      HOLDS_PER_VISITOR,
    ),
  );
  if (ends > now) throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil((ends - now) / 1000)) });
}

/** Inserts a hold for a slot that was found free under the studio's lock. */
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

interface HoldInput {
  accountId: string;
  viewerIp: string;
  sessionTypeId: string;
  start: number;
  end: number;
}

/** Characters of a hash that identifies a holder: 128 bits. */
const HASH_LENGTH = 22;

/** Hashes the network and the household of a holder. */
function hashHolder(accountId: string, viewerIp: string): string {
  const nameOf = (what: string) => hashToken(`${accountId} ${what}`).slice(0, HASH_LENGTH);
  return nameOf(networkTiers(viewerIp).at(-1)!) + nameOf(householdOf(viewerIp));
}

function holderNetwork(holder: string): string {
  return holder.slice(0, HASH_LENGTH);
}
