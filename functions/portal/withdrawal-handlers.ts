import { portal } from '#core/api/portal.ts';
import { mayWithdraw } from '#core/domain/clients/contacts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { withdraw as declare } from '../payments/withdraw.ts';
import { asPage, readName, withdrawalList, withdrawalPage } from '../payments/withdrawal-page.ts';
import { defineHandler } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { clientLinkHref } from '../public-studio/client-links.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { requireLink } from './links.ts';
import { limitWithdrawals } from './rate-limits.ts';

interface Call {
  services: Services;
  request: HttpRequest;
  params: { accountSlug: string; token: string };
}

/** Finds the orders of a link's client with their page: all, or one. */
async function findOrders(call: Call, orderId?: string) {
  const { found, link, now } = await requireLink(call);
  const { db, appOrigin } = call.services;
  if (!mayWithdraw(link.rights)) throw new AppError('not_found');
  const { accountId, customerId, clientName } = link;
  const orders = await readWithdrawals(db, accountId, { customerId, ...(orderId && { orderId }) }, now);
  const back = clientLinkHref(await studioAddress(db, accountId, appOrigin), call.params.token);
  const shown = { studio: found.studio, back };
  return { accountId, orders: orders.map((order) => ({ ...order, clientName })), shown, now };
}

async function findOrder(call: Call, orderId: string) {
  const { orders, ...rest } = await findOrders(call, orderId);
  const [order] = orders;
  if (!order) throw new AppError('not_found');
  return { order, ...rest };
}

/** The client's orders that can be withdrawn from. */
export const withdrawals = defineHandler(portal.withdrawals, (call) =>
  asPage(call.request, async () => {
    const { orders, shown } = await findOrders(call);
    return withdrawalList(orders, shown, orders[0]?.language ?? shown.studio.language);
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
  asPage(call.request, async () => {
    const { services, request, params } = call;
    await limitWithdrawals(services.db, request.viewerIp, services.clock());
    const { accountId, order, shown, now } = await findOrder(call, params.orderId);
    const name = readName(request);
    if (name === null) return withdrawalPage(order, shown, { name: '' });
    await services.db.transaction((tx) => declare(tx, { accountId, orderId: order.orderId, name }, now));
    return withdrawalPage((await findOrder(call, params.orderId)).order, shown, { name: null });
  }),
);
