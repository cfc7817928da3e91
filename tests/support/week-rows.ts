import { DAY_MS } from '#core/domain/values/durations.ts';
import { type DocumentRows, makeDocuments, missingDocuments } from './documents.ts';
import { insertRow, newId, type Db } from './rows.ts';

/** Rows of clients, sessions and payments for tests of mutators and queries. */
export interface WeekRows extends DocumentRows {
  /** Scheduled, of the studio's photographer, with a price of 12,000 and a pending payment of 5,000. */
  sessionId: string;
  /** An inquiry from a client. */
  inquirySessionId: string;
  /** Confirmed a moment ago by `actor`. */
  undoableSessionId: string;
  trashedSessionId: string;
  /** Cancelled by its client: what was paid goes back. */
  cancelledSessionId: string;
  trashedCustomerId: string;
  /** A duplicate of the same client, without sessions. */
  doubleCustomerId: string;
  sessionTypeId: string;
  /** Without sessions. */
  archivedTypeId: string;
  planId: string;
  /** Of `sessionTypeId`: a task three days before the shoot. */
  stepId: string;
  /** Of `sessionTypeId`, skipped for `sessionId`. */
  skippedStepId: string;
  /** Of `sessionTypeId`, deleted a moment ago. */
  removedStepId: string;
  locationId: string;
  paymentId: string;
  /** Without a session, owed by the client. */
  orderId: string;
  productId: string;
  /** A draft of the studio's photographer, complete. */
  proposalId: string;
  proposalLineId: string;
  /** Open, of the studio's photographer. */
  openProposalId: string;
  proposalTemplateId: string;
  /** A draft for the lead, of the studio's photographer. */
  leadProposalId: string;
  /** Source of a product's line in the order. */
  productLine: string;
  /** Of the same session, with a receipt. */
  paidPaymentId: string;
  /** Of the same session, voided a moment ago by `actor`. */
  voidPaymentId: string;
  sessionEventId: string;
  failedMessageId: string;
  /** Not due yet. */
  waitingMessageId: string;
  /** By `actor`, a moment ago. */
  withdrawnMessageId: string;
  /** A message of the contact form, from nobody known. */
  leadId: string;
}

const TOMORROW = () => new Date(Date.now() + DAY_MS);

/**
 * @param customerId client of the sessions
 * @param actor author of the rows
 */
export async function makeWeek(db: Db, accountId: string, customerId: string, actor: string): Promise<WeekRows> {
  const rows = missingWeek();
  const author = { account_id: accountId, author_id: actor };
  const members = await db.query<{ id: string }>(
    "select user_id as id from account_members where account_id = $1 and role = 'photographer'",
    [accountId],
  );
  const photographer = { photographer_id: members.rows[0]?.id ?? null };
  await insertRow(db, 'locations', { id: rows.locationId, ...author, name: 'Beach', address: 'Passeig Marítim 1' });
  await insertRow(db, 'session_types', { id: rows.sessionTypeId, ...author, ...photographer, name: 'Portrait' });
  const former = { id: rows.archivedTypeId, ...author, name: 'Passport', archived_at: new Date() };
  await insertRow(db, 'session_types', former);
  const price = { session_type_id: rows.sessionTypeId, ...author, price: 12_000, deposit: 3_000 };
  await insertRow(db, 'session_type_prices', price);
  await insertRow(db, 'schedule_plans', {
    id: rows.planId,
    ...author,
    session_type_id: rows.sessionTypeId,
    name: 'Autumn',
    start_date: new Date(),
    days_of_week: [1, 2, 3, 4, 5, 6, 7],
    time_slots: [{ start: '09:00', end: '13:00' }],
  });
  const booked = { ...author, customer_id: customerId, session_type_id: rows.sessionTypeId, date: TOMORROW() };
  const known = { location_id: rows.locationId, client_message: 'Call 600 00 00 00' };
  await insertRow(db, 'sessions', { id: rows.sessionId, ...booked, ...photographer, ...known });
  await insertRow(db, 'sessions', { id: rows.inquirySessionId, ...booked, status: 'inquiry', source: 'client' });
  const transition = { previous_status: 'scheduled', status_changed_at: new Date(), status_changed_by: actor };
  await insertRow(db, 'sessions', { id: rows.undoableSessionId, ...booked, status: 'confirmed', ...transition });
  await insertRow(db, 'sessions', { id: rows.trashedSessionId, ...booked, deleted_at: new Date() });
  await insertRow(db, 'sessions', { id: rows.cancelledSessionId, ...booked, ...photographer, status: 'cancelled' });
  await insertRow(db, 'customers', { id: rows.trashedCustomerId, ...author, name: 'Pau', deleted_at: new Date() });
  await insertRow(db, 'customers', { id: rows.doubleCustomerId, ...author, name: 'Ada', phone: '600 000 000' });
  const [one, other] = [customerId, rows.trashedCustomerId].sort();
  await insertRow(db, 'dismissed_duplicates', { customer_id: one, other_customer_id: other, ...author });
  await db.query('update session_billing set payment_amount = 12000 where session_id = $1', [rows.sessionId]);
  const payment = { ...author, session_id: rows.sessionId, date: new Date(), amount: 5_000, currency: 'EUR' };
  await insertRow(db, 'payments', { id: rows.paymentId, ...payment });
  await insertRow(db, 'payments', {
    id: rows.paidPaymentId,
    ...payment,
    status: 'paid',
    receipt: `R-${rows.paidPaymentId}`,
  });
  await insertRow(db, 'payments', {
    id: rows.voidPaymentId,
    ...payment,
    status: 'void',
    previous_status: 'pending',
    status_changed_at: new Date(),
    status_changed_by: actor,
  });
  const returned = { ...payment, id: newId(), session_id: rows.cancelledSessionId, status: 'paid' };
  await insertRow(db, 'payments', returned);
  await db.query('update session_billing set kept_amount = 0 where session_id = $1', [rows.cancelledSessionId]);
  const order = { kind: 'gallery', customer_id: customerId, ...photographer, currency: 'EUR' };
  await insertRow(db, 'orders', { id: rows.orderId, ...author, ...order });
  await db.query("select append_order_line($1, $2, 'list:' || $2, 'Album', 4500)", [accountId, rows.orderId]);
  const part = { order_id: rows.orderId, position: 1, account_id: accountId, amount: 4_500 };
  await insertRow(db, 'order_instalments', { ...part, due_at: new Date('2027-01-31T23:00Z') });
  const product = { kind: 'option', texts: { en: { name: 'Album', description: '' } }, amount: 1_500 };
  await insertRow(db, 'products', { id: rows.productId, ...author, ...product });
  await db.query("select append_product_line($1, $2, $3, 'Album', $4, 1, 1500, 0)", [
    accountId,
    rows.orderId,
    rows.productLine,
    rows.productId,
  ]);
  await db.query(
    `update orders set withdrawn_at = now(), withdrawn_name = 'Ada', withdrawn_sources = jsonb_build_array('list:' || id)
     where id = $1`,
    [rows.orderId],
  );
  await insertTotals(db, accountId, customerId, photographer.photographer_id ?? '');
  const about = { account_id: accountId, session_id: rows.sessionId };
  await insertRow(db, 'session_events', { id: rows.sessionEventId, ...about, kind: 'created', actor_id: actor });
  const mail = { kind: 'session_reminder', recipient: 'ada@example.org', language: 'ca', status: 'failed' };
  await insertRow(db, 'messages', { id: rows.failedMessageId, ...about, customer_id: customerId, ...mail });
  const later = { kind: 'booking_confirmed', status: 'pending', due_at: TOMORROW() };
  await insertRow(db, 'messages', { id: rows.waitingMessageId, ...about, customer_id: customerId, ...mail, ...later });
  const stopped = { kind: 'session_rescheduled', status: 'cancelled', cancelled_at: new Date(), cancelled_by: actor };
  await insertRow(db, 'messages', {
    id: rows.withdrawnMessageId,
    ...about,
    customer_id: customerId,
    ...mail,
    ...stopped,
  });
  const when = { anchor: 'shoot', offset_unit: 'days', offset_amount: -3 };
  const task = { kind: 'checklist', settings: { text: 'Charge the batteries' } };
  const step = { ...author, session_type_id: rows.sessionTypeId, ...when, ...task };
  await insertRow(db, 'automation_steps', { id: rows.stepId, ...step });
  await insertRow(db, 'automation_steps', { id: rows.skippedStepId, ...step, position: 1 });
  await insertRow(db, 'automation_steps', { id: rows.removedStepId, ...step, deleted_at: new Date() });
  const skipped = { kind: 'checklist', status: 'skipped', reason: 'member', actor_id: actor };
  await insertRow(db, 'automation_runs', { ...about, step_id: rows.skippedStepId, ...skipped });
  const asked = { name: 'Mar', email: 'mar@example.org', message: 'Are you free in May?', language: 'ca' };
  await insertRow(db, 'leads', {
    id: rows.leadId,
    account_id: accountId,
    session_type_id: rows.sessionTypeId,
    ...asked,
  });
  await insertProposals(db, rows, { ...author, ...photographer, customer_id: customerId });
  const words = { kind: 'session_reminder', language: 'ca', subject: 'Fins demà', body: 'Ens veiem demà.' };
  await db.query('delete from mail_templates where account_id = $1', [accountId]);
  await insertRow(db, 'mail_templates', { ...author, ...words });
  return { ...rows, ...(await makeDocuments(db, author, rows.sessionId)) };
}

async function insertProposals(
  db: Db,
  rows: WeekRows,
  own: { account_id: string; customer_id: string },
): Promise<void> {
  const { customer_id: _customerId, ...author } = own;
  const proposal = { ...own, title: 'Wedding', valid_until: TOMORROW() };
  await insertRow(db, 'proposals', { id: rows.proposalId, ...proposal });
  const sent = { status: 'proposed', sent_at: new Date() };
  await insertRow(db, 'proposals', { id: rows.openProposalId, ...proposal, ...sent });
  const asked = { ...author, title: 'Wedding', lead_id: rows.leadId };
  await insertRow(db, 'proposals', { id: rows.leadProposalId, ...asked });
  await insertRow(db, 'proposals', { id: rows.proposalTemplateId, ...author, title: 'Weddings', is_template: true });
  const line = { account_id: own.account_id, position: 1, title: 'Album', unit_amount: 1_500 };
  await insertRow(db, 'proposal_lines', { id: rows.proposalLineId, proposal_id: rows.proposalId, ...line });
  await insertRow(db, 'orders', {
    id: rows.openProposalId,
    ...own,
    kind: 'proposal',
    status: 'proposed',
    currency: 'EUR',
  });
}

/** Inserts rows that no trigger has written. */
async function insertTotals(db: Db, accountId: string, customerId: string, photographer: string): Promise<void> {
  await db.query('insert into customer_stats (customer_id, account_id) values ($1, $2) on conflict do nothing', [
    customerId,
    accountId,
  ]);
  await db.query(
    'insert into customer_balances (customer_id, account_id, photographer) values ($1, $2, $3) on conflict do nothing',
    [customerId, accountId, photographer],
  );
  await db.query(
    `insert into revenue_months (account_id, month, photographer, currency) values ($1, '2026-11', $2, 'EUR')
     on conflict do nothing`,
    [accountId, photographer],
  );
}

/** Well-formed ids without rows. */
export function missingWeek(): WeekRows {
  return {
    sessionId: newId(),
    inquirySessionId: newId(),
    undoableSessionId: newId(),
    trashedSessionId: newId(),
    cancelledSessionId: newId(),
    trashedCustomerId: newId(),
    doubleCustomerId: newId(),
    sessionTypeId: newId(),
    archivedTypeId: newId(),
    planId: newId(),
    stepId: newId(),
    skippedStepId: newId(),
    removedStepId: newId(),
    locationId: newId(),
    paymentId: newId(),
    orderId: newId(),
    productId: newId(),
    proposalId: newId(),
    proposalLineId: newId(),
    openProposalId: newId(),
    proposalTemplateId: newId(),
    leadProposalId: newId(),
    productLine: `product:${newId()}`,
    paidPaymentId: newId(),
    voidPaymentId: newId(),
    sessionEventId: newId(),
    failedMessageId: newId(),
    waitingMessageId: newId(),
    withdrawnMessageId: newId(),
    leadId: newId(),
    ...missingDocuments(),
  };
}
