import { portal } from '#core/api/portal.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { NO_RIGHTS } from '#core/domain/galleries/grants.ts';
import { galleryId } from '#core/domain/values/ids.ts';
import { receiptData } from '#core/domain/payments/receipts.ts';
import { findActiveAccount } from '../checkouts/stripe-accounts.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { contractFile } from '../contracts/files.ts';
import { imageTokenCookie } from '../galleries/image-token.ts';
import { listOpenGalleries } from '../galleries/open-galleries.ts';
import { createLimitedVisitor, findVisitor, visitorCookie } from '../galleries/visitors.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { readsHeadersOnly } from '../platform/http/request.ts';
import { isBookingOpen } from '../public-studio/find-studio.ts';
import { pageLanguage } from '../public-studio/page-language.ts';
import { receiptFile } from '../receipts/receipt-file.ts';
import { createSessionLink } from '../sessions/session-links.ts';
import { findSignedContract, readDocuments } from './documents.ts';
import { lockLink, requireLink } from './links.ts';
import { readOrders, toPlacedOrders } from './orders.ts';
import { hasProposal, readProposals } from './proposals.ts';
import { openClientGallery, readGalleries, readSelections } from './galleries.ts';
import { recordUse } from '../public-studio/client-links.ts';
import { createProposalLink } from '../public-studio/proposal-links.ts';
import { limitFiles, limitOpenings } from './rate-limits.ts';
import { findReceipt, readReceipts, readSessions } from './sessions.ts';

export { payOrder } from './orders.ts';
export { create, request } from './send-link.ts';
export { withdraw, withdrawal, withdrawals } from './withdrawal-handlers.ts';

export const page = defineHandler(portal.page, async (call) => {
  const { found, link: ofClient, now } = await requireLink(call);
  const link = { ...ofClient, language: pageLanguage(call.request) ?? ofClient.language };
  const { db } = call.services;
  const { customerId, language } = link;
  if (!readsHeadersOnly(call.request)) await recordUse(db, link, now);
  const placed = await readWithdrawals(db, link.accountId, { customerId, language }, now);
  const [sessions, dues, proposals, documents, galleries, selections, receipts, booking, cardAccount, [account]] =
    await Promise.all([
      readSessions(db, link, placed, now),
      readOrders(db, link, now),
      readProposals(db, link, now),
      readDocuments(db, link, now),
      readGalleries(db, link, now),
      readSelections(db, link, now),
      link.rights.pays ? readReceipts(db, link) : [],
      isBookingOpen(db, link.accountId),
      findActiveAccount(db, link.accountId),
      db.query<{ currency: string }>('select currency_code as currency from accounts where id = $1', [link.accountId]),
    ]);
  const { upcoming, past, payments } = sessions;
  return {
    body: {
      studio: found.studio,
      clientName: link.clientName,
      currency: account!.currency,
      booking,
      canPay: cardAccount !== null,
      tasks: [...documents.tasks, ...(link.rights.pays ? [...payments, ...dues] : []), ...selections],
      proposals,
      upcoming,
      galleries,
      receipts,
      orders: link.rights.pays ? toPlacedOrders(placed, link.rights) : [],
      contracts: documents.contracts,
      waitingContracts: documents.waitingContracts,
      past,
    },
  };
});

export const covers = defineHandler(portal.covers, async (call) => {
  const { link, now } = await requireLink(call);
  const { services, request } = call;
  const galleries = await readGalleries(services.db, link, now);
  // The galleries that this browser has open elsewhere stay in its token.
  const visitor = await findVisitor(services, request);
  const first = galleries.filter(({ cover }) => cover !== null).map(({ id }) => id);
  const ids = await listOpenGalleries(services.db, { first, visitor }, now);
  const { cookie, expiresAt } = imageTokenCookie(services, { kind: 'galleries', ids });
  const rights = { ...NO_RIGHTS, view: true };
  return { body: { access: 'granted' as const, rights, imagesUntil: expiresAt }, cookies: [cookie] };
});

export const openGallery = defineHandler(portal.openGallery, async (call) => {
  const { link, now } = await requireLink(call);
  const { services, request, params } = call;
  await limitOpenings(services.db, link.id, now);
  const id = galleryId.safeParse(params.galleryId);
  if (!id.success) throw new AppError('not_found');
  const visitor =
    (await findVisitor(services, request)) ?? (await createLimitedVisitor(services.db, request.viewerIp, now));
  await services.db.transaction(async (tx) => {
    const locked = await lockLink(tx, link.accountId, params.token, now);
    await openClientGallery(tx, locked, { galleryId: id.data, visitor }, now);
  });
  return { body: {}, cookies: [visitorCookie(visitor, services, true)] };
});

export const openSession = defineHandler(portal.openSession, async (call) => {
  const { link, now } = await requireLink(call);
  const {
    services: { db },
    params,
  } = call;
  await limitOpenings(db, link.id, now);
  const { accountId } = link;
  const token = await db.transaction(async (tx) => {
    const { customerId, contactId, id: clientLinkId } = await lockLink(tx, accountId, params.token, now);
    const [session] = await tx.query<{ id: string }>(
      'select id from sessions where account_id = $1 and customer_id = $2 and id = $3 and deleted_at is null for key share',
      [accountId, customerId, params.sessionId],
    );
    return session ? createSessionLink(tx, { accountId, sessionId: session.id, now, clientLinkId, contactId }) : null;
  });
  if (token === null) throw new AppError('not_found');
  return { body: { link: token } };
});

export const openProposal = defineHandler(portal.openProposal, async (call) => {
  const { link, now } = await requireLink(call);
  const { services, params } = call;
  await limitOpenings(services.db, link.id, now);
  const { accountId } = link;
  const token = await services.db.transaction(async (tx) => {
    const { customerId, contactId, id: clientLinkId } = await lockLink(tx, accountId, params.token, now);
    const isOwn = await hasProposal(tx, { accountId, customerId, proposalId: params.proposalId });
    return isOwn
      ? createProposalLink(tx, { accountId, proposalId: params.proposalId, contactId, clientLinkId }, now)
      : null;
  });
  if (token === null) throw new AppError('not_found');
  return { body: { link: token } };
});

export const receipt = defineHandler(portal.receipt, async (call) => {
  const { link, now } = await requireLink(call);
  const { services, params } = call;
  await limitFiles(services.db, link.id, now);
  const data = link.rights.pays ? await findReceipt(services.db, link, params.paymentId) : null;
  if (data === null) throw new AppError('not_found');
  const file = await receiptFile(services, link.accountId, receiptData.parse(data));
  return { ...file, headers: { ...file.headers, 'x-robots-tag': 'noindex' } };
});

export const contract = defineHandler(portal.contract, async (call) => {
  const { link, now } = await requireLink(call);
  const { services, params } = call;
  await limitFiles(services.db, link.id, now);
  const signed = link.rights.signs ? await findSignedContract(services.db, link, params.contractId) : undefined;
  if (!signed) throw new AppError('not_found');
  const file = await contractFile(services.storage, signed);
  return { ...file, headers: { ...file.headers, 'x-robots-tag': 'noindex' } };
});
