import type { PublicProposal } from '#core/api/proposals.ts';
import { proposals } from '#core/api/proposals.ts';
import { findItem } from '#core/domain/payments/card-payments.ts';
import { moveProposal } from '#core/domain/payments/proposals.ts';
import { can } from '#core/domain/studio/roles.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { limitCheckouts, limitReads, limitWrites } from '../booking/rate-limits.ts';
import { readBookingStudio } from '../booking/rules.ts';
import { checkoutOfItem, isProcessing, openAtStripe } from '../checkouts/checkouts.ts';
import { recheckCheckouts, WHILE_WAITING } from '../checkouts/close-checkouts.ts';
import { findByHand } from '../checkouts/methods.ts';
import { payableNow, readDues, takesCards, toPublicPlan } from '../checkouts/payable.ts';
import { readWithdrawals, toWithdrawalState } from '../checkouts/withdrawal.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { readsHeadersOnly } from '../platform/http/request.ts';
import { requireCards } from '../platform/stripe.ts';
import { formatText } from '../platform/texts.ts';
import { findStudio, type FoundStudio } from '../public-studio/find-studio.ts';
import {
  createProposalLink,
  findProposalLink,
  proposalLinkHref,
  type ProposalLink,
} from '../public-studio/proposal-links.ts';
import { studioAddress, visitedAddress } from '../public-studio/studio-address.ts';
import type { LinkCall } from '../public-studio/link-call.ts';
import { RECEIPT_TEXTS } from '../receipts/text.ts';
import { acceptProposal, assertOpen, isProposedTimeFree, lockProposal, withdrawProposalMails } from './accept.ts';
import { isBookingOver, type ProposalRow, readProposal, toPublicProposal } from './read.ts';
import { termsOf, toProposalTerms } from './terms.ts';

export { withdraw, withdrawal } from './withdrawal-handlers.ts';

interface Found {
  found: FoundStudio;
  link: ProposalLink;
  row: ProposalRow;
  now: number;
}

/** Returns the proposal of a link. An unknown studio gives the same error as an unknown link. */
async function requireProposal({ services: { db, clock }, params }: LinkCall): Promise<Found> {
  const now = clock();
  const found = await findStudio(db, params.accountSlug);
  const link = found && (await findProposalLink(db, found.accountId, params.token, { now }));
  const row = link && (await readProposal(db, link.accountId, link.proposalId));
  if (!found || !link || !row) throw new AppError('proposal_link_invalid');
  return { found, link, row, now };
}

interface AcceptedOrder {
  total: number;
  paid: number;
  /** Of the people who sign, those who have, and all. */
  signed: number;
  of: number;
  /** The link's contact is one of them, and has not signed yet. */
  isAwaitingYou: boolean;
  isWithdrawn: boolean;
  isSettled: boolean;
}

/** Returns what was agreed, what is owed of it, and how it can be paid; null for a proposal that is not accepted. */
async function readAccepted(
  db: Queryable,
  row: ProposalRow,
  { rights, contactId }: ProposalLink,
  now: number,
): Promise<PublicProposal['accepted']> {
  const { accountId, id } = row;
  if (row.status !== 'accepted') return null;
  // Stripe's report of a payment may be late.
  await recheckCheckouts(db, { accountId, orderId: id }, now, WHILE_WAITING);
  const dues = await readDues(db, accountId, id, now);
  const [order] = await db.query<AcceptedOrder>(
    `select t.total, t.paid, o.withdrawn_at is not null as "isWithdrawn",
       o.withdrawal_settled_at is not null as "isSettled",
       (select count(*)::int from contracts k join contract_signers n on n.account_id = k.account_id
         and n.contract_id = k.id where k.account_id = t.account_id and k.session_id = t.order_id and k.is_required
         and k.status <> 'withdrawn') as of,
       (select count(*)::int from contracts k join contract_signers n on n.account_id = k.account_id
         and n.contract_id = k.id where k.account_id = t.account_id and k.session_id = t.order_id and k.is_required
         and k.status <> 'withdrawn' and n.signed_at is not null) as signed,
       exists (select from contracts k join contract_signers n on n.account_id = k.account_id
         and n.contract_id = k.id where k.account_id = t.account_id and k.session_id = t.order_id and k.is_required
         and k.status <> 'withdrawn' and n.contact_id = $3 and n.signed_at is null) as "isAwaitingYou"
     from order_totals t join orders o on o.account_id = t.account_id and o.id = t.order_id
     where t.account_id = $1 and t.order_id = $2`,
    [accountId, id, contactId],
  );
  const {
    total = 0,
    paid = 0,
    signed = 0,
    of = 0,
    isAwaitingYou = false,
    isWithdrawn = false,
    isSettled = false,
  } = order ?? {};
  // After a withdrawal of some lines the others may be owed.
  const isEnded = isWithdrawn && !dues?.part && (!isSettled || total === 0);
  const [withdrawable] = await readWithdrawals(db, accountId, { orderId: id }, now);
  const isOnItsWay = await isProcessing(db, accountId, id);
  const part = dues?.part ?? null;
  const mayPay = rights.pays && !isOnItsWay;
  const ways = mayPay && part !== null ? await findByHand(db, accountId, id) : null;
  const payments = mayPay && dues !== null && (await takesCards(db, accountId)) ? payableNow(dues) : [];
  return {
    at: row.decidedAt!,
    name: row.signerName,
    ended: isBookingOver(row) ? 'cancelled' : isEnded ? 'withdrawn' : null,
    total,
    paid,
    mayPay: rights.pays,
    instalments: dues ? toPublicPlan(dues) : [],
    payments: payments.map(({ item, name }) => ({ item: name, purpose: item.purpose, amount: item.amount })),
    byHand: ways && part && { ...ways, amount: part.amount },
    isOnItsWay,
    signatures: of > 0 ? { signed, of, isAwaitingYou } : null,
    withdrawal: toWithdrawalState(withdrawable, rights),
  };
}

async function answerOf({ services: { db } }: LinkCall, { found, link, row, now }: Found) {
  const studio = await readBookingStudio(db, link.accountId);
  const isFree = row.status !== 'proposed' || (await isProposedTimeFree(db, studio, row, now));
  const accepted = await readAccepted(db, row, link, now);
  const view = { clientName: link.clientName, canAccept: link.rights.signs, isFree, accepted };
  return { body: { studio: found.studio, proposal: toPublicProposal(row, view, now) } };
}

export const read = defineHandler(proposals.read, async (call) => {
  const { services, request } = call;
  await limitReads(services.db, request.viewerIp, services.clock());
  const known = await requireProposal(call);
  const { link, row, now } = known;
  if (row.status === 'proposed' && !readsHeadersOnly(request)) {
    await services.db.query(
      'update proposals set opened_at = $3 where account_id = $1 and id = $2 and opened_at is null',
      [link.accountId, row.id, timestamp(now)],
    );
  }
  return answerOf(call, known);
});

export const terms = defineHandler(proposals.terms, async (call) => {
  const { services, request, body } = call;
  await limitReads(services.db, request.viewerIp, services.clock());
  const { row, now } = await requireProposal(call);
  assertOpen(row, now);
  return { body: toProposalTerms(row, termsOf(row, body.chosen), now) };
});

export const accept = defineHandler(proposals.accept, async (call) => {
  const { services, request, params, body } = call;
  const { db } = services;
  const { viewerIp: ip } = request;
  await limitWrites(db, ip, services.clock());
  await limitAttempts(db, 'signatures', { network: ip }, services.clock());
  const { link, now } = await requireProposal(call);
  const { chosen, textHash, name, hasDigitalConsent = false } = body;
  const from = { ip, userAgent: request.headers['user-agent'] ?? '' };
  const acceptance = { token: params.token, chosen, textHash, name, hasDigitalConsent, ...from };
  await db.transaction((tx) => acceptProposal(tx, link.accountId, acceptance, now));
  return answerOf(call, await requireProposal(call));
});

export const decline = defineHandler(proposals.decline, async (call) => {
  const { services, request, params, body } = call;
  const { db } = services;
  await limitWrites(db, request.viewerIp, services.clock());
  const { link: known, now } = await requireProposal(call);
  const { accountId } = known;
  await db.transaction(async (tx) => {
    const { link, row } = await lockProposal(tx, accountId, params.token, now);
    if (!link.rights.signs) throw new AppError('not_found');
    if (row.status === 'declined') return;
    assertOpen(row, now);
    await tx.query('update proposals set status = $3, decided_at = $4, reason = $5 where account_id = $1 and id = $2', [
      accountId,
      row.id,
      moveProposal(row, 'decline', now),
      timestamp(now),
      body.reason,
    ]);
    await withdrawProposalMails(tx, row, now);
    await notifyStudio(tx, { accountId, what: 'booking', proposalId: row.id }, now);
  });
  return answerOf(call, await requireProposal(call));
});

export const pay = defineHandler(proposals.pay, async (call) => {
  const { services, request, params, body } = call;
  const { db } = services;
  const { viewerIp } = request;
  await limitWrites(db, viewerIp, services.clock());
  const { link: known, now } = await requireProposal(call);
  const cards = requireCards(services.cards);
  const { accountId } = known;
  await limitCheckouts(db, accountId, viewerIp, now);
  const { checkout, row } = await db.transaction(async (tx) => {
    const locked = await lockProposal(tx, accountId, params.token, now);
    const { id: orderId, currency, date, status } = locked.row;
    if (status !== 'accepted' || !locked.link.rights.pays) throw new AppError('payment_not_due');
    const sessionId = date === null ? null : orderId;
    await lockOrder(tx, accountId, orderId);
    const dues = await readDues(tx, accountId, orderId, now);
    const item = findItem(dues?.items ?? [], body.item);
    if (!item) {
      // A payment on its way may be all that was owed.
      throw new AppError((await isProcessing(tx, accountId, orderId)) ? 'payment_processing' : 'payment_not_due');
    }
    const owed = { accountId, orderId, sessionId, item, currency };
    return { checkout: await checkoutOfItem(tx, owed, now), row: locked.row };
  });
  const own = proposalLinkHref(await visitedAddress(call, accountId), params.token);
  const language = row.clientLanguage;
  const page = {
    name: formatText(RECEIPT_TEXTS[language], language, `purposes.${checkout.purpose}`),
    description: row.title,
    language,
    // The link may have been passed on: Stripe's page does not show the client's address.
    email: '',
    successUrl: `${own}?paid=${body.item}`,
    cancelUrl: own,
  };
  return { body: { url: await openAtStripe(db, cards, checkout, page, now) } };
});

/** Locks an order by its session, if it has one. */
async function lockOrder(tx: Queryable, accountId: string, orderId: string): Promise<void> {
  for (const table of ['sessions', 'orders']) {
    await tx.query(`select from ${table} where account_id = $1 and id = $2 for no key update`, [accountId, orderId]);
  }
}

export const link = defineHandler(proposals.link, async ({ services, caller, params }) => {
  const { db, appOrigin } = services;
  const { accountId, userId, role } = caller;
  const [row] = await db.query<{ photographerId: string | null }>(
    `select photographer_id as "photographerId" from proposals
     where account_id = $1 and id = $2 and not is_template`,
    [accountId, params.proposalId],
  );
  if (!row) throw new AppError('not_found');
  if (!can(role, 'money.all') && row.photographerId !== userId) throw new AppError('forbidden');
  const wanted = { accountId, proposalId: params.proposalId, contactId: null };
  const token = await createProposalLink(db, wanted, services.clock());
  if (token === null) throw new AppError('transition_refused', { field: 'status', from: 'draft', to: 'proposed' });
  return { body: { url: proposalLinkHref(await studioAddress(db, accountId, appOrigin), token) } };
});
