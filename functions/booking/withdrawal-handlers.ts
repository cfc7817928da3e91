import { booking } from '#core/api/booking.ts';
import { mayWithdraw } from '#core/domain/clients/contacts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { asPage, takeWithdrawal, withdrawalPage } from '../payments/withdrawal-page.ts';
import { defineHandler } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { sessionLinkHref } from '../sessions/session-links.ts';
import { findManaged } from './managed-link.ts';
import { limitReads, limitWrites } from './rate-limits.ts';

interface Call {
  services: Services;
  request: HttpRequest;
  params: { accountSlug: string; token: string };
}

/** Finds the order of a link with its page; a form's link shows the name that was typed there. */
async function findOrder({ services: { db, appOrigin }, params }: Call, now: number) {
  const { page: studio, studio: owner, session } = await findManaged(db, params.accountSlug, params.token, now);
  if (!mayWithdraw(session.rights)) throw new AppError('not_found');
  const [order] = await readWithdrawals(db, owner.accountId, { orderId: session.id }, now);
  if (!order) throw new AppError('booking_link_invalid');
  const back = sessionLinkHref(await studioAddress(db, owner.accountId, appOrigin), params.token);
  return { accountId: owner.accountId, order: { ...order, clientName: session.clientName }, shown: { studio, back } };
}

/** The page on which a client withdraws from the contract about a session. */
export const withdrawal = defineHandler(booking.withdrawal, (call) =>
  asPage(call.request, async () => {
    const now = call.services.clock();
    await limitReads(call.services.db, call.request.viewerIp, now);
    const { order, shown } = await findOrder(call, now);
    return withdrawalPage(order, shown, { name: null });
  }),
);

/** Declares the withdrawal, and shows it as it was received. */
export const withdraw = defineHandler(booking.withdraw, (call) =>
  asPage(call.request, async () => {
    const { services, request } = call;
    const now = services.clock();
    await limitWrites(services.db, request.viewerIp, now);
    return takeWithdrawal(services.db, request, () => findOrder(call, now), now);
  }),
);
