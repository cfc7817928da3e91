import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { recordSessionEvent } from './events.ts';

interface SessionRef {
  accountId: string;
  sessionId: string;
}

/** Something that a session's type asks of the client before the booking counts as confirmed. */
type Requirement = 'none' | 'open' | 'done';
type ReadRequirement = (tx: Queryable, session: SessionRef) => Promise<Requirement>;

/** Required contracts that were not withdrawn are signed. */
const contractRequirement: ReadRequirement = async (tx, { accountId, sessionId }) => {
  const [row] = await tx.query<{ required: number; signed: number }>(
    `select count(*)::int as required, count(*) filter (where status = 'signed')::int as signed from contracts
     where account_id = $1 and session_id = $2 and is_required and status <> 'withdrawn'`,
    [accountId, sessionId],
  );
  if (!row || row.required === 0) return 'none';
  return row.signed === row.required ? 'done' : 'open';
};

/** True if the payment by card that the session's type asks for has been made, while the studio takes payments by card. */
const paymentRequirement: ReadRequirement = async (tx, { accountId, sessionId }) => {
  const [row] = await tx.query<{ asked: number; paid: number; isWaived: boolean }>(
    `select case t.online_payment when 'full' then b.payment_amount when 'deposit' then b.deposit_amount else 0 end
       as asked, b.paid_amount as paid, b.waived as "isWaived"
     from sessions s join session_billing b on b.account_id = s.account_id and b.session_id = s.id
       join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
     where s.account_id = $1 and s.id = $2 and exists (
       select from stripe_accounts x where x.account_id = s.account_id and x.status = 'active')`,
    [accountId, sessionId],
  );
  if (!row || row.asked === 0 || row.isWaived) return 'none';
  return row.paid >= row.asked ? 'done' : 'open';
};

/** All requirements; a booking is confirmed when none is open. */
const REQUIREMENTS: readonly ReadRequirement[] = [contractRequirement, paymentRequirement];

async function readRequirements(tx: Queryable, session: SessionRef): Promise<Requirement[]> {
  const found: Requirement[] = [];
  for (const read of REQUIREMENTS) found.push(await read(tx, session));
  return found;
}

/**
 * True if the confirmation's mail waits for the client, who has a mail about a contract. It does not wait for a payment:
 * its own link offers that.
 */
export async function hasOpenRequirements(tx: Queryable, session: SessionRef): Promise<boolean> {
  return (await contractRequirement(tx, session)) === 'open';
}

/** True if the studio has to complete the session's contract before the client can sign it. */
export async function hasDraftContract(tx: Queryable, { accountId, sessionId }: SessionRef): Promise<boolean> {
  const rows = await tx.query(
    "select from contracts where account_id = $1 and session_id = $2 and status = 'draft' limit 1",
    [accountId, sessionId],
  );
  return rows.length > 0;
}

/**
 * Confirms a scheduled session once its client has done all that its type requires: records the event, and mails the
 * confirmation unless the client has one. Call it in the transaction that fulfilled a requirement. A session of which
 * nothing is required stays as it is.
 * @returns true if the session was confirmed by this call
 */
export async function confirmIfComplete(
  tx: Queryable,
  { accountId, sessionId }: SessionRef,
  now: number,
): Promise<boolean> {
  const [session] = await tx.query<{ status: SessionStatus; isOver: boolean }>(
    `select status, date + duration * interval '1 minute' <= $3 as "isOver" from sessions
     where account_id = $1 and id = $2 and deleted_at is null for update`,
    [accountId, sessionId, timestamp(now)],
  );
  if (session?.status !== 'scheduled') return false;
  const found = await readRequirements(tx, { accountId, sessionId });
  if (found.includes('open') || !found.includes('done')) return false;
  await tx.query(
    `update sessions set status = 'confirmed', previous_status = 'scheduled', status_changed_at = $3,
       status_changed_by = null, updated_at = $3
     where account_id = $1 and id = $2`,
    [accountId, sessionId, timestamp(now)],
  );
  const details = { from: 'scheduled', to: 'confirmed' };
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'status', actorId: null, details }, now);
  const confirmation = { accountId, sessionId, kind: 'booking_confirmed' } as const;
  if (!session.isOver && !(await hasMessage(tx, confirmation))) await scheduleMessage(tx, confirmation, now);
  return true;
}

/** True if a mail of this kind was sent to the client or is scheduled. */
async function hasMessage(tx: Queryable, { accountId, sessionId, kind }: SessionRef & { kind: string }) {
  const rows = await tx.query(
    `select from messages where account_id = $1 and session_id = $2 and kind = $3 and status <> 'cancelled' limit 1`,
    [accountId, sessionId, kind],
  );
  return rows.length > 0;
}
