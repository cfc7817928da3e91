import { booking } from '#core/api/booking.ts';
import { mayWithdraw } from '#core/domain/clients/contacts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { showWithdrawal, takeWithdrawal } from '../payments/withdrawal-page.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { visitorLanguage } from '../public-studio/page-language.ts';
import { visitedAddress } from '../public-studio/studio-address.ts';
import { studioLook } from '../public-studio/studio-look.ts';
import type { LinkCall } from '../public-studio/link-call.ts';
import { sessionLinkHref } from '../sessions/session-links.ts';
import { findManaged } from './managed-link.ts';
import { limitReads, limitWrites } from './rate-limits.ts';

/** Finds the order of a link with its page; a form's link shows the name that was typed there. */
async function findOrder(call: LinkCall, now: number) {
  const { services, request, params } = call;
  const { db } = services;
  const { page: studio, studio: owner, session } = await findManaged(db, params.accountSlug, params.token, now);
  if (!mayWithdraw(session.rights)) throw new AppError('not_found');
  const { accountId } = owner;
  const language = visitorLanguage(request);
  const [order] = await readWithdrawals(db, accountId, { orderId: session.id, language }, now);
  if (!order) throw new AppError('booking_link_invalid');
  const back = sessionLinkHref(await visitedAddress(call, accountId), params.token);
  const shown = { studio, look: await studioLook(db, { accountId, studio }), language, back };
  return { accountId, order: { ...order, clientName: session.clientName }, shown };
}

/** The page on which a client withdraws from the contract about a session. */
export const withdrawal = defineHandler(booking.withdrawal, (call) =>
  showWithdrawal(call, limitReads, (now) => findOrder(call, now)),
);

/** Declares the withdrawal, and shows it as it was received. */
export const withdraw = defineHandler(booking.withdraw, (call) =>
  takeWithdrawal(call, limitWrites, (now) => findOrder(call, now)),
);
