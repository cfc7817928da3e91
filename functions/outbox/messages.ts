import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { type MessageKind, PAYMENT_MESSAGE_KINDS } from '#core/domain/messages/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { enqueue } from './enqueue.ts';
import { type Contact, readContacts, recipientsOfKind } from './recipients.ts';

/** A mail to a client. */
export interface MessageInput {
  accountId: string;
  kind: MessageKind;
  sessionId?: string | undefined;
  /** The order without a session that the mail is about. */
  orderId?: string | undefined;
  /** The payment of a receipt, which determines its session or order. */
  paymentId?: string;
  /** The contract or questionnaire of a mail about one. */
  contractId?: string;
  questionnaireId?: string;
  /** Of the contacts who would get the mail, those to whom it goes; by default all of them. */
  contactIds?: readonly string[] | undefined;
  /** Epoch milliseconds; by default now. Mails about an undoable change wait for the undo window. */
  dueAt?: number;
}

/**
 * Schedules a mail to each contact who gets its kind, of the client of a session, or of an order without one. Call it in
 * the transaction of the change. Does nothing for a client without an email. Cancels a pending mail of the same kind for
 * the same session, order, payment or document, and of the given contacts, because the new one is up to date; each mail of
 * an automation says something else.
 * @returns the id of the first message; null if there is none
 */
export async function scheduleMessage(tx: Queryable, input: MessageInput, now: number): Promise<string | null> {
  const { accountId, kind, paymentId, contractId, questionnaireId } = input;
  const documentId = contractId ?? questionnaireId;
  const about = await findSubject(tx, input);
  if (!about) return null;
  await lockRecipient(tx, accountId, about.orderId);
  if (kind !== 'automation') {
    const { contactIds } = input;
    await withdrawPending(tx, { accountId, ...about, kinds: [kind], paymentId, documentId, contactIds }, now);
  }
  const [client] = await tx.query<{ id: string }>(
    `select c.id from orders o join customers c on c.account_id = o.account_id and c.id = o.customer_id
     where o.account_id = $1 and o.id = $2 and c.deleted_at is null and c.erased_at is null`,
    [accountId, about.orderId],
  );
  if (!client) return null;
  const contacts = recipientsOfKind(await readContacts(tx, accountId, client.id), kind).filter(
    ({ id }) => input.contactIds?.includes(id) ?? true,
  );
  let first: string | null = null;
  for (const contact of contacts) {
    const id = await insertMessage(tx, input, { orderId: about.orderId, contact, first }, now);
    first ??= id;
  }
  return first;
}

/** Inserts and queues a mail to one contact; returns its id. */
async function insertMessage(
  tx: Queryable,
  { accountId, kind, paymentId, contractId, questionnaireId, dueAt: at }: MessageInput,
  { orderId, contact, first }: { orderId: string; contact: Contact; first: string | null },
  now: number,
): Promise<string> {
  const documentId = contractId ?? questionnaireId;
  const id = makeId(random);
  const dueAt = at ?? now;
  await tx.query(
    `insert into messages (id, account_id, kind, customer_id, session_id, order_id, recipient, language, due_at,
       created_at, contact_id, copy_of)
     select $1, a.id, $3, c.id, o.session_id, case when o.session_id is null then o.id end, $7,
       coalesce($8, c.language, a.language), $5, $6, $9, $10
     from orders o join customers c on c.account_id = o.account_id and c.id = o.customer_id
       join accounts a on a.id = o.account_id
     where o.account_id = $2 and o.id = $4`,
    [
      id,
      accountId,
      kind,
      orderId,
      timestamp(dueAt),
      timestamp(now),
      contact.email,
      contact.language,
      contact.id,
      first,
    ],
  );
  if (paymentId) {
    await tx.query('insert into message_payments (message_id, account_id, payment_id) values ($1, $2, $3)', [
      id,
      accountId,
      paymentId,
    ]);
  }
  if (documentId) {
    await tx.query(
      'insert into message_documents (message_id, account_id, contract_id, questionnaire_id) values ($1, $2, $3, $4)',
      [id, accountId, contractId ?? null, questionnaireId ?? null],
    );
  }
  await queueMessage(tx, accountId, id, dueAt, now);
  return id;
}

/**
 * Locks the client against a concurrent change of email: either it finds the new mail, or the mail gets the new email.
 */
async function lockRecipient(tx: Queryable, accountId: string, orderId: string): Promise<void> {
  await tx.query(
    `select from sessions s join customers c on c.account_id = s.account_id and c.id = s.customer_id
     where s.account_id = $1 and s.id = $2 for key share of s, c`,
    [accountId, orderId],
  );
  await tx.query(
    `select from orders o join customers c on c.account_id = o.account_id and c.id = o.customer_id
     where o.account_id = $1 and o.id = $2 and o.session_id is null for key share of o, c`,
    [accountId, orderId],
  );
}

/** Enqueues a message for `dueAt`; a queued one is sent no later than that. */
export async function queueMessage(
  tx: Queryable,
  accountId: string,
  messageId: string,
  dueAt: number,
  now: number,
): Promise<void> {
  const when = { runAfter: dueAt, dedupeKey: `message:${messageId}` };
  await enqueue(tx, accountId, 'message.send', { messageId }, now, when);
}

/** Selects pending mails to cancel; by default of all kinds. */
export interface Withdrawal {
  accountId: string;
  /** The session, or null for an order without one. */
  sessionId: string | null;
  orderId?: string | undefined;
  kinds?: readonly MessageKind[];
  /** Only mails created at this time or later, epoch milliseconds. */
  since?: number;
  /** Only mails about this contract or questionnaire. */
  documentId?: string | undefined;
  /** Only mails to these contacts. */
  contactIds?: readonly string[] | undefined;
  /** Reason that the list of mails shows; by default that the change was undone or updated. */
  reason?: 'already_signed' | 'already_answered';
}

/** Cancels pending mails after an undo, or because they are no longer needed. Returns their number. */
export async function withdrawMessages(tx: Queryable, of: Withdrawal, now: number): Promise<number> {
  return withdrawPending(tx, of, now);
}

/** Postpones a session's pending mails until `dueAt` at the earliest. */
export async function postponeMessages(
  tx: Queryable,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  dueAt: number,
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update messages set due_at = greatest(due_at, $3)
     where account_id = $1 and session_id = $2 and status = 'pending' and kind <> all($4) returning id`,
    [accountId, sessionId, timestamp(dueAt), PAYMENT_MESSAGE_KINDS],
  );
  await tx.query(
    'update outbox set run_after = greatest(run_after, $2) where dedupe_key = any($1) and done_at is null',
    [rows.map(({ id }) => `message:${id}`), timestamp(dueAt)],
  );
}

async function withdrawPending(
  tx: Queryable,
  {
    accountId,
    sessionId,
    orderId,
    kinds,
    since,
    paymentId,
    documentId,
    contactIds,
    reason,
  }: Withdrawal & { paymentId?: string | undefined },
  now: number,
): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    `update messages m set status = 'cancelled', error = coalesce($7, error)
     where m.account_id = $1 and (m.session_id = $2 or m.session_id is null and m.order_id = $8) and m.status = 'pending'
       and ($3::text[] is null or m.kind = any($3))
       and ($4::text is null or exists (
         select from message_payments p where p.message_id = m.id and p.payment_id = $4))
       and ($5::timestamptz is null or m.created_at >= $5)
       and ($6::text is null or exists (
         select from message_documents d where d.message_id = m.id and $6 in (d.contract_id, d.questionnaire_id)))
       and ($9::text[] is null or m.contact_id is null or m.contact_id = any($9))
     returning id`,
    [
      accountId,
      sessionId,
      kinds ?? null,
      paymentId ?? null,
      since === undefined ? null : timestamp(since),
      documentId ?? null,
      reason ?? null,
      orderId ?? null,
      contactIds ?? null,
    ],
  );
  await cancelEffects(tx, rows, now);
  return rows.length;
}

/** Completes queued effects; a running one rechecks its message. */
export async function cancelEffects(tx: Queryable, messages: readonly { id: string }[], now: number): Promise<void> {
  await tx.query(
    `update outbox set done_at = $2, last_error = null
     where dedupe_key = any($1) and done_at is null and (locked_until is null or locked_until <= $2)`,
    [messages.map(({ id }) => `message:${id}`), timestamp(now)],
  );
}

/**
 * Cancels the effect of a message. Call it in the transaction that cancels the message: the outbox locks effects row by
 * row, so it either has this one already or never gets it.
 * @throws AppError `mail_sending` if it is being sent
 */
export async function cancelMessage(tx: Queryable, accountId: string, messageId: string, now: number): Promise<void> {
  const [effect] = await tx.query<{ isTaken: boolean }>(
    `select coalesce(locked_until > $3, false) as "isTaken" from outbox
     where account_id = $1 and dedupe_key = $2 and done_at is null for update`,
    [accountId, `message:${messageId}`, timestamp(now)],
  );
  if (effect?.isTaken) throw new AppError('mail_sending');
  await tx.query(
    `update outbox set done_at = $3, last_error = null where account_id = $1 and dedupe_key = $2 and done_at is null`,
    [accountId, `message:${messageId}`, timestamp(now)],
  );
}

/** What a mail is about: the order of a session has the session's id. */
interface Subject {
  orderId: string;
  sessionId: string | null;
}

async function findSubject(
  tx: Queryable,
  { accountId, sessionId, orderId, paymentId }: MessageInput,
): Promise<Subject | undefined> {
  if (sessionId) return { orderId: sessionId, sessionId };
  if (orderId) return { orderId, sessionId: null };
  const [payment] = await tx.query<Subject>(
    'select order_id as "orderId", session_id as "sessionId" from payments where id = $1 and account_id = $2',
    [paymentId ?? null, accountId],
  );
  return payment;
}
