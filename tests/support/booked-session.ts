import { DAY_MS } from '#core/domain/values/durations.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import { insertAccount, insertRow, newId, type Db, type Row } from './rows.ts';

/** Ids of a studio in Barcelona and a session booked by a client who reads Catalan. */
export interface BookedSession {
  accountId: string;
  ownerId: string;
  customerId: string;
  sessionId: string;
}

export const LOCATION = { name: 'La platja', address: 'Passeig Marítim 1' };

/** @param date start of the session; it was booked a month before */
export async function insertBookedSession(
  db: Db,
  date: Date,
  { client = {}, session = {} }: { client?: Row; session?: Row } = {},
) {
  const { id: accountId, ownerId } = await insertAccount(db, { name: 'Llum & Mar', time_zone: 'Europe/Madrid' });
  const author = { account_id: accountId, author_id: ownerId };
  const [customerId, sessionId, locationId] = [newId(), newId(), newId()];
  const person = { name: 'Núria', email: 'nuria@example.org', language: 'ca' };
  await insertRow(db, 'customers', { id: customerId, ...author, ...person, ...client });
  await insertRow(db, 'locations', { id: locationId, ...author, ...LOCATION });
  const created_at = new Date(date.getTime() - 30 * DAY_MS);
  const booked = {
    customer_id: customerId,
    location_id: locationId,
    type: 'Retrat',
    status: 'confirmed',
    duration: 90,
  };
  await insertRow(db, 'sessions', { id: sessionId, ...author, ...booked, date, created_at, ...session });
  return { accountId, ownerId, customerId, sessionId } satisfies BookedSession;
}

/** Session status that fits each kind of mail. */
export const STATUS_OF: Readonly<Record<Exclude<MessageKind, 'receipt' | 'refund_failed'>, string>> = {
  booking_received: 'inquiry',
  booking_confirmed: 'confirmed',
  booking_declined: 'declined',
  session_rescheduled: 'scheduled',
  session_cancelled: 'cancelled',
  withdrawal_received: 'confirmed',
  session_reminder: 'confirmed',
  payment_request: 'confirmed',
  instalment_due: 'confirmed',
  instalment_overdue: 'confirmed',
  contract_to_sign: 'scheduled',
  contract_reminder: 'scheduled',
  contract_signed: 'confirmed',
  questionnaire: 'scheduled',
  proposal_sent: 'scheduled',
  proposal_reminder: 'scheduled',
  proposal_accepted: 'scheduled',
  automation: 'confirmed',
};

/** Inserts the document or proposal that a kind of mail is about. @returns a document's id, by the name of its field */
export async function insertDocument(
  db: Db,
  { accountId, ownerId, customerId, sessionId }: BookedSession,
  kind: MessageKind,
): Promise<{ contractId?: string; questionnaireId?: string }> {
  const id = newId();
  const row = { id, account_id: accountId, session_id: sessionId };
  if (kind === 'questionnaire') {
    await insertRow(db, 'questionnaires', { ...row, texts: '{"ca": {"title": "Abans de la sessió", "intro": ""}}' });
    return { questionnaireId: id };
  }
  if (kind.startsWith('proposal_')) {
    const at = new Date('2026-11-01T10:00:00Z');
    const answer = kind === 'proposal_accepted' ? { status: 'accepted', decided_at: at } : { status: 'proposed' };
    const sent = { sent_at: at, valid_until: new Date('2031-01-01T00:00:00Z'), date: new Date('2031-02-01T10:00:00Z') };
    const author = { account_id: accountId, author_id: ownerId, customer_id: customerId };
    await insertRow(db, 'proposals', { id: sessionId, ...author, title: 'Casament', ...sent, ...answer });
  }
  if (kind === 'withdrawal_received') {
    await db.query(
      `update orders set withdrawn_at = now(), withdrawn_name = 'Núria', withdrawn_sources = '["price"]' where id = $1`,
      [sessionId],
    );
  }
  if (!kind.startsWith('contract_')) return {};
  const at = new Date('2026-11-01T10:00:00Z');
  const signed = { status: 'signed', signed_at: at, signed_date: at, signed_duration: 60 };
  const contract = { title: 'Contracte', language: 'ca', ...(kind === 'contract_signed' ? signed : {}) };
  await insertRow(db, 'contracts', { ...row, ...contract });
  await insertRow(db, 'contract_texts', { contract_id: id, account_id: accountId, source: 'Text' });
  return { contractId: id };
}

/** Inserts a payment of a session with its receipt. */
export async function insertReceipt(db: Db, { accountId, ownerId, sessionId }: BookedSession, values: Row = {}) {
  const id = newId();
  const author = { account_id: accountId, author_id: ownerId };
  const paid = { date: new Date('2026-11-01T10:00:00Z'), amount: 120_050, currency: 'EUR', status: 'paid' };
  await insertRow(db, 'payments', { id, ...author, session_id: sessionId, ...paid, receipt: `R-${id}`, ...values });
  return id;
}
