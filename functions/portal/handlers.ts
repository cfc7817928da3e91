import { portal } from '#core/api/portal.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { NO_RIGHTS } from '#core/domain/galleries/grants.ts';
import { receiptData } from '#core/domain/payments/receipts.ts';
import { contractFile } from '../contracts/files.ts';
import { imageTokenCookie } from '../galleries/image-token.ts';
import { listOpenGalleries } from '../galleries/open-galleries.ts';
import { findVisitor } from '../galleries/visitors.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { pageLanguage } from '../public-studio/page-language.ts';
import { receiptFile } from '../receipts/receipt-file.ts';
import { createSessionLink } from '../sessions/session-links.ts';
import { readClientPage } from './client-page.ts';
import { findSignedContract } from './documents.ts';
import { readGalleries } from './galleries.ts';
import { lockLink, requireLink } from './links.ts';
import { openGalleryOf, openProposalOf } from './open-linked.ts';
import { limitFiles, limitOpenings } from './rate-limits.ts';
import { findReceipt } from './sessions.ts';

export { payOrder } from './orders.ts';
export { plain, plainGallery, plainProposal, plainRequest } from './plain-handlers.ts';
export { create, request } from './send-link.ts';
export { withdraw, withdrawal, withdrawals } from './withdrawal-handlers.ts';

export const page = defineHandler(portal.page, async (call) => {
  const { found, link, now } = await requireLink(call);
  const language = pageLanguage(call.request) ?? link.language;
  return { body: await readClientPage(call, { found, link: { ...link, language } }, now) };
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
  const { cookie } = await openGalleryOf(call);
  return { body: {}, cookies: [cookie] };
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

export const openProposal = defineHandler(portal.openProposal, async (call) => ({
  body: { link: await openProposalOf(call) },
}));

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
