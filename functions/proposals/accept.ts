import { productSource } from '#core/domain/payments/products.ts';
import { movesWithSession, moveProposal, planInstalments, proposalState } from '#core/domain/payments/proposals.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { digitalLines } from '#core/domain/payments/withdrawal-terms.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { type BookingStudio, lockBookingStudio } from '../booking/rules.ts';
import { isTimeFree } from '../booking/slots.ts';
import { assignQuestionnaire, assignTypeDocuments, mailContract } from '../contracts/assign.ts';
import { assertComplete, contractText, readContract } from '../contracts/contract-text.ts';
import { recordSignature } from '../contracts/record-signature.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { scheduleMessage, withdrawMessages } from '../outbox/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { findProposalLink, type ProposalLink } from '../public-studio/proposal-links.ts';
import { recordSessionEvent } from '../sessions/events.ts';
import { startOrder } from './order.ts';
import { type ProposalRow, readProposal } from './read.ts';
import { type Terms, termsOf } from './terms.ts';

/** The request with which a client accepts. */
interface Acceptance {
  token: string;
  chosen: readonly string[];
  textHash: string;
  /** As typed. */
  name: string;
  hasDigitalConsent: boolean;
  ip: string;
  userAgent: string;
}

/**
 * Locks a link's proposal until the end of the transaction.
 * @throws AppError `proposal_link_invalid`
 */
export async function lockProposal(
  tx: Queryable,
  accountId: string,
  token: string,
  now: number,
): Promise<{ studio: BookingStudio; link: ProposalLink; row: ProposalRow }> {
  const studio = await lockBookingStudio(tx, accountId);
  const found = await findProposalLink(tx, accountId, token, { now });
  if (!found) throw new AppError('proposal_link_invalid');
  // A merge of clients locks them before their proposals.
  await tx.query(
    `select from proposals p join customers c on c.account_id = p.account_id and c.id = p.customer_id
     where p.account_id = $1 and p.id = $2 for key share of c`,
    [accountId, found.proposalId],
  );
  await tx.query('select from proposals where account_id = $1 and id = $2 for no key update', [
    accountId,
    found.proposalId,
  ]);
  const link = await findProposalLink(tx, accountId, token, { now, lock: true });
  const row = link && (await readProposal(tx, accountId, link.proposalId));
  if (!link || !row) throw new AppError('proposal_link_invalid');
  return { studio, link, row };
}

/** @throws AppError `proposal_closed` unless the proposal is open */
export function assertOpen(row: ProposalRow, now: number): void {
  const state = proposalState(row, now);
  if (state !== 'proposed') throw new AppError('proposal_closed', { state });
}

/** True if the time of a proposal's session can be booked, or it books none. */
export async function isProposedTimeFree(
  db: Queryable,
  studio: BookingStudio,
  row: ProposalRow,
  now: number,
): Promise<boolean> {
  if (row.date === null) return true;
  const { sessionTypeId, duration, maxClients, photographerId } = row;
  const type = { id: sessionTypeId ?? '', duration, maxClients, photographerId };
  return isTimeFree(db, { studio, type, now, except: { proposalId: row.id } }, row.date);
}

/**
 * Accepts a proposal in one transaction: orders the chosen lines and the plan, books the session, signs the contract, and
 * tells both sides. Call it in a transaction. A repeated request changes nothing.
 * @throws AppError `proposal_link_invalid`, `proposal_closed`, `proposal_changed`, `digital_consent_required`, `slot_taken`,
 *   `contract_incomplete`; `not_found` for a link whose owner does not sign
 */
export async function acceptProposal(
  tx: Queryable,
  accountId: string,
  { token, chosen, textHash, name, hasDigitalConsent, ip, userAgent }: Acceptance,
  now: number,
): Promise<void> {
  const { studio, link, row } = await lockProposal(tx, accountId, token, now);
  if (!link.rights.signs) throw new AppError('not_found');
  if (await isAgreed(tx, row, textHash)) return;
  assertOpen(row, now);
  const terms = readTerms(row, chosen);
  if (terms.hash !== textHash) throw new AppError('proposal_changed', { field: 'textHash' });
  const digital = digitalLines(terms.price.lines);
  if (digital.length > 0 && !hasDigitalConsent) throw new AppError('digital_consent_required');
  if (terms.contract && terms.contract.gaps.length > 0) {
    throw new AppError('contract_incomplete', { gaps: terms.contract.gaps });
  }
  if (!(await isProposedTimeFree(tx, studio, row, now))) throw new AppError('slot_taken');
  await startOrder(tx, row, now);
  if (row.date !== null) await bookSession(tx, studio, row, now);
  await orderLines(tx, row, terms, now);
  await tx.query(
    `update proposals set status = $3, decided_at = $4, signer_name = $5, opened_at = coalesce(opened_at, $4)
     where account_id = $1 and id = $2`,
    [accountId, row.id, moveProposal(row, 'accept', now), timestamp(now), name],
  );
  await tx.query(
    'update proposal_lines set is_chosen = true where account_id = $1 and proposal_id = $2 and id = any($3::text[])',
    [accountId, row.id, terms.price.lines.map(({ id }) => id)],
  );
  await tx.query(
    `insert into proposal_agreements (proposal_id, account_id, agreed_text, sha256, at, ip, user_agent, digital_sources)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.id,
      accountId,
      terms.text,
      terms.hash,
      timestamp(now),
      ip.slice(0, 64),
      userAgent.slice(0, 500),
      digital.length > 0 ? JSON.stringify(digital.map(sourceOf)) : null,
    ],
  );
  await withdrawProposalMails(tx, row, now);
  await scheduleMessage(tx, { accountId, orderId: row.id, kind: 'proposal_accepted' }, now);
  await notifyStudio(tx, { accountId, what: 'booking', proposalId: row.id }, now);
  if (row.date !== null) await signDocuments(tx, row, terms, { contactId: link.contactId, name, ip, userAgent }, now);
}

/** True if the client has accepted these terms already: the answer to the first request was lost. */
async function isAgreed(tx: Queryable, { accountId, id, status }: ProposalRow, textHash: string): Promise<boolean> {
  if (status !== 'accepted') return false;
  const agreed = await tx.query(
    'select from proposal_agreements where account_id = $1 and proposal_id = $2 and sha256 = $3',
    [accountId, id, textHash],
  );
  return agreed.length > 0;
}

/** A choice that no longer fits is one of lines that were changed. */
function readTerms(row: ProposalRow, chosen: readonly string[]): Terms {
  try {
    return termsOf(row, chosen);
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') {
      throw new AppError('proposal_changed', { field: 'chosen' });
    }
    throw error;
  }
}

/** Cancels pending mails that ask the client to decide. */
export async function withdrawProposalMails(
  tx: Queryable,
  { accountId, id }: Pick<ProposalRow, 'accountId' | 'id'>,
  now: number,
): Promise<void> {
  const kinds = ['proposal_sent', 'proposal_reminder'] as const;
  await withdrawMessages(tx, { accountId, sessionId: null, orderId: id, kinds }, now);
}

/** Books the session under the proposal's id, and gives the order to it. */
async function bookSession(tx: Queryable, studio: BookingStudio, row: ProposalRow, now: number): Promise<void> {
  const { accountId, id: sessionId } = row;
  await tx.query(
    `insert into sessions (id, account_id, author_id, customer_id, session_type_id, photographer_id, date, duration,
       type, location, status, source, cancellation, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'scheduled', 'client', $11, $12, $12)`,
    [
      sessionId,
      accountId,
      studio.authorId,
      row.customerId,
      row.sessionTypeId,
      row.photographerId,
      timestamp(row.date!),
      row.duration,
      row.type,
      row.location,
      row.cancellation && JSON.stringify(row.cancellation),
      timestamp(now),
    ],
  );
  await tx.query("update orders set kind = 'session', session_id = $2 where account_id = $1 and id = $2", [
    accountId,
    sessionId,
  ]);
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'booked', actorId: null }, now);
  if (row.leadId !== null) {
    await tx.query("update leads set session_id = $3, status = 'answered' where account_id = $1 and id = $2", [
      accountId,
      row.leadId,
      sessionId,
    ]);
  }
}

const sourceOf = ({ id }: { id: string }) => productSource(id);

/** Orders the chosen lines, each under its own source, and the plan, which the session's billing copies. */
async function orderLines(tx: Queryable, row: ProposalRow, { price }: Terms, now: number): Promise<void> {
  const { accountId, id: orderId, plan, date, timeZone: zone } = row;
  await tx.query("update orders set status = 'placed', plan_moves = $3 where account_id = $1 and id = $2", [
    accountId,
    orderId,
    movesWithSession(plan),
  ]);
  for (const line of price.lines) {
    await tx.query('select append_product_line($1, $2, $3, $4, $5, $6, $7, $8)', [
      accountId,
      orderId,
      sourceOf(line),
      line.title,
      line.productId,
      line.quantity,
      line.unitAmount,
      line.discount,
    ]);
  }
  const instalments = planInstalments(plan, price.total, { acceptedAt: now, date, zone });
  for (const [index, { amount, dueAt }] of instalments.entries()) {
    await tx.query(
      `insert into order_instalments (order_id, position, account_id, amount, due_at, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [orderId, index + 1, accountId, amount, timestamp(dueAt), timestamp(now)],
    );
  }
  if (instalments.length > 0) await tx.query('select copy_plan_to_billing($1, $2)', [accountId, orderId]);
}

interface Signer {
  contactId: string | null;
  name: string;
  ip: string;
  userAgent: string;
}

/**
 * Gives the session the contract that was read, with the signature of the one who accepts; others who sign are asked by
 * mail. Without a contract, the session gets what its type asks for.
 */
async function signDocuments(
  tx: Queryable,
  { accountId, id: sessionId, sessionTypeId, contract, sentAt }: ProposalRow,
  { contract: proposed }: Terms,
  { contactId, ...signature }: Signer,
  now: number,
): Promise<void> {
  const of = { accountId, sessionId };
  if (contract === null || proposed === null) return assignTypeDocuments(tx, of, now);
  const contractId = makeId(random);
  await tx.query(
    `insert into contracts (id, account_id, session_id, template_id, title, language, is_required,
       needs_countersignature, sent_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, true, $7, $8, $9)`,
    [
      contractId,
      accountId,
      sessionId,
      contract.templateId,
      proposed.title,
      proposed.language,
      contract.needsCountersignature,
      timestamp(sentAt),
      timestamp(now),
    ],
  );
  await tx.query('insert into contract_texts (contract_id, account_id, source) values ($1, $2, $3)', [
    contractId,
    accountId,
    proposed.source,
  ]);
  const row = (await readContract(tx, accountId, contractId))!;
  assertComplete(row);
  if (contractText(row) !== proposed.text) throw new AppError('proposal_changed', { field: 'textHash' });
  // A copied link does not say whose it is.
  const signer = row.signers.find((one) => one.contactId === contactId) ?? row.signers[0];
  if (signer) await recordSignature(tx, row, { ...signature, signer, isFormSigned: false }, now);
  if (row.signers.length > 1) await mailContract(tx, { ...of, contractId }, now);
  else await enqueue(tx, accountId, 'contract.complete', { accountId, contractId }, now);
  if (sessionTypeId === null) return;
  const [type] = await tx.query<{ questionnaire: string | null }>(
    'select questionnaire_template_id as questionnaire from session_types where account_id = $1 and id = $2',
    [accountId, sessionTypeId],
  );
  if (type?.questionnaire) await assignQuestionnaire(tx, { ...of, templateId: type.questionnaire }, now);
}
