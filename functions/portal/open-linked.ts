import { AppError } from '#core/domain/values/errors.ts';
import { galleryId } from '#core/domain/values/ids.ts';
import { createLimitedVisitor, findVisitor, visitorCookie } from '../galleries/visitors.ts';
import type { LinkCall } from '../public-studio/link-call.ts';
import { createProposalLink } from '../public-studio/proposal-links.ts';
import { openClientGallery } from './galleries.ts';
import { lockLink, requireLink } from './links.ts';
import { hasProposal } from './proposals.ts';
import { limitOpenings } from './rate-limits.ts';

/**
 * Gives the browser of a call access to a gallery of its link's client.
 * @returns the gallery's id, and the `Set-Cookie` value of the visitor session
 * @throws AppError `client_link_invalid`, `not_found`, `rate_limited`
 */
export async function openGalleryOf(call: LinkCall & { params: { galleryId: string } }) {
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
  return { galleryId: id.data, cookie: visitorCookie(visitor, services, true) };
}

/**
 * Makes a link to the page of a proposal of a link's client.
 * @returns its token
 * @throws AppError `client_link_invalid`, `not_found`, `rate_limited`
 */
export async function openProposalOf(call: LinkCall & { params: { proposalId: string } }): Promise<string> {
  const { link, now } = await requireLink(call);
  const { services, params } = call;
  await limitOpenings(services.db, link.id, now);
  const { accountId } = link;
  const { proposalId } = params;
  const token = await services.db.transaction(async (tx) => {
    const { customerId, contactId, id: clientLinkId } = await lockLink(tx, accountId, params.token, now);
    const isOwn = await hasProposal(tx, { accountId, customerId, proposalId });
    return isOwn ? createProposalLink(tx, { accountId, proposalId, contactId, clientLinkId }, now) : null;
  });
  if (token === null) throw new AppError('not_found');
  return token;
}
