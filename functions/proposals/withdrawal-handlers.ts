import { proposals } from '#core/api/proposals.ts';
import { mayWithdraw } from '#core/domain/clients/contacts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { limitReads, limitWrites } from '../booking/rate-limits.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { showWithdrawal, takeWithdrawal } from '../payments/withdrawal-page.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { visitorLanguage } from '../public-studio/page-language.ts';
import { findProposalLink, proposalLinkHref } from '../public-studio/proposal-links.ts';
import { visitedAddress } from '../public-studio/studio-address.ts';
import { studioLook } from '../public-studio/studio-look.ts';
import type { LinkCall } from '../public-studio/link-call.ts';

/** Finds the order of a link whose owner signs or pays, with its page. */
async function findOrder(call: LinkCall, now: number) {
  const { services, request, params } = call;
  const { db } = services;
  const found = await findStudio(db, params.accountSlug);
  const link = found && (await findProposalLink(db, found.accountId, params.token, { now }));
  if (!found || !link || !mayWithdraw(link.rights)) throw new AppError('proposal_link_invalid');
  const { accountId, proposalId: orderId, clientName } = link;
  const language = visitorLanguage(request);
  const [order] = await readWithdrawals(db, accountId, { orderId, language }, now);
  if (!order) throw new AppError('proposal_link_invalid');
  const back = proposalLinkHref(await visitedAddress(call, accountId), params.token);
  const shown = { studio: found.studio, look: await studioLook(db, found), language, back };
  return { accountId, order: { ...order, clientName }, shown };
}

/** The page on which a client withdraws from what they accepted. */
export const withdrawal = defineHandler(proposals.withdrawal, (call) =>
  showWithdrawal(call, limitReads, (now) => findOrder(call, now)),
);

/** Declares the withdrawal, and shows it as it was received. */
export const withdraw = defineHandler(proposals.withdraw, (call) =>
  takeWithdrawal(call, limitWrites, (now) => findOrder(call, now)),
);
