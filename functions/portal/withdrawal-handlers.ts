import { portal } from '#core/api/portal.ts';
import { mayWithdraw } from '#core/domain/clients/contacts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { asPage, takeWithdrawal, withdrawalList, withdrawalPage } from '../payments/withdrawal-page.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { clientLinkHref } from '../public-studio/client-links.ts';
import { visitorLanguage } from '../public-studio/page-language.ts';
import { visitedAddress } from '../public-studio/studio-address.ts';
import { studioLook } from '../public-studio/studio-look.ts';
import type { LinkCall } from '../public-studio/link-call.ts';
import { requireLink } from './links.ts';
import { limitWithdrawals } from './rate-limits.ts';

/** Finds the orders of a link's client with their page: all, or one. */
async function findOrders(call: LinkCall, orderId?: string) {
  const { found, link, now } = await requireLink(call);
  const { db } = call.services;
  if (!mayWithdraw(link.rights)) throw new AppError('not_found');
  const { accountId, customerId, clientName } = link;
  const language = visitorLanguage(call.request);
  const orders = await readWithdrawals(db, accountId, { customerId, language, ...(orderId && { orderId }) }, now);
  const back = clientLinkHref(await visitedAddress(call, accountId), call.params.token);
  const shown = { studio: found.studio, look: await studioLook(db, found), language, back };
  return { accountId, orders: orders.map((order) => ({ ...order, clientName })), shown };
}

async function findOrder(call: LinkCall, orderId: string) {
  const { orders, ...rest } = await findOrders(call, orderId);
  const [order] = orders;
  if (!order) throw new AppError('not_found');
  return { order, ...rest };
}

/** The client's orders that can be withdrawn from. */
export const withdrawals = defineHandler(portal.withdrawals, (call) =>
  asPage(call.request, async () => {
    const { orders, shown } = await findOrders(call);
    return withdrawalList(orders, shown);
  }),
);

/** The page on which the client withdraws from one of them. */
export const withdrawal = defineHandler(portal.withdrawal, (call) =>
  asPage(call.request, async () => {
    const { order, shown } = await findOrder(call, call.params.orderId);
    return withdrawalPage(order, shown, { name: null });
  }),
);

/** Declares the withdrawal, and shows it as it was received. */
export const withdraw = defineHandler(portal.withdraw, (call) =>
  takeWithdrawal(call, limitWithdrawals, () => findOrder(call, call.params.orderId)),
);
