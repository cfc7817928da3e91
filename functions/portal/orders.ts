import { portal } from '#core/api/portal.ts';
import type { PortalOrder, PortalTask } from '#core/api/portal.ts';
import { findItem, isChargeable } from '#core/domain/payments/card-payments.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { checkoutOfItem, isProcessing, openAtStripe } from '../checkouts/checkouts.ts';
import { recheckCheckouts, WHILE_WAITING } from '../checkouts/close-checkouts.ts';
import { findByHand } from '../checkouts/methods.ts';
import { owedNow, readDues, toPublicPlan } from '../checkouts/payable.ts';
import { type OrderWithdrawal, toWithdrawalState } from '../checkouts/withdrawal.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { requireCards } from '../platform/stripe.ts';
import { formatText } from '../platform/texts.ts';
import { type ClientLink, clientLinkHref } from '../public-studio/client-links.ts';
import { visitedAddress } from '../public-studio/studio-address.ts';
import { RECEIPT_TEXTS } from '../receipts/text.ts';
import { lockLink, requireLink } from './links.ts';
import { limitOpenings } from './rate-limits.ts';
import { nameIn } from '../public-studio/names.ts';

type Client = Pick<ClientLink, 'accountId' | 'customerId' | 'language'>;

/** Orders of a client's page that are owed something. */
const MAX_ORDERS = 50;

interface OrderRow {
  id: string;
  title: string;
  gallery: string;
  currency: string;
}

/** SQL: orders without a session of account `$1` and client `$2`. */
const OWN_ORDERS = `select o.id, coalesce(${nameIn('g', '$3::text')}, '') as gallery, o.currency,
    case when o.kind = 'gallery' then '' else order_title(o.account_id, o.id) end as title
  from orders o left join galleries g on g.account_id = o.account_id and g.id = o.gallery_id
  where o.account_id = $1 and o.customer_id = $2 and o.session_id is null`;

/** Returns what a client owes for orders without a session, earliest first. */
export async function readOrders(
  db: Queryable,
  { accountId, customerId, language }: Client,
  now: number,
): Promise<Extract<PortalTask, { kind: 'order' }>[]> {
  const orders = await db.query<OrderRow>(
    `${OWN_ORDERS} and exists (select from order_totals t where t.order_id = o.id and t.open > 0)
     order by o.created_at, o.id limit ${MAX_ORDERS}`,
    [accountId, customerId, language],
  );
  const tasks: Extract<PortalTask, { kind: 'order' }>[] = [];
  for (const { id, title, gallery } of orders) {
    // Stripe's report of a payment may be late.
    await recheckCheckouts(db, { accountId, orderId: id }, now, WHILE_WAITING);
    const dues = await readDues(db, accountId, id, now);
    const isOnItsWay = await isProcessing(db, accountId, id);
    const byHand = isOnItsWay ? null : await findByHand(db, accountId, id);
    if (!dues) continue;
    const plan = toPublicPlan(dues);
    // Of a plan, only the part that is due is a task; the page of a session has all of it.
    for (const { item, name } of owedNow(dues).slice(0, plan.length > 0 ? 1 : undefined)) {
      const dueAt = dues.part?.dueAt ?? null;
      tasks.push({
        kind: 'order',
        id,
        item: isChargeable(item.amount, dues.currency) ? name : null,
        title,
        gallery,
        amount: item.amount,
        dueAt,
        plan,
        byHand,
        isOnItsWay,
      });
    }
  }
  return tasks;
}

/** Returns those orders without a session that charge or were paid something. */
export function toPlacedOrders(orders: readonly OrderWithdrawal[], rights: ClientLink['rights']): PortalOrder[] {
  return orders
    .filter(({ sessionId, lines, paid }) => sessionId === null && (lines.length > 0 || paid > 0))
    .slice(0, MAX_ORDERS)
    .map((order) => ({
      id: order.orderId,
      title: order.name || order.title,
      lines: order.lines,
      paid: order.paid,
      withdrawal: toWithdrawalState(order, rights),
    }));
}

/** Finds an item that a client owes, with its order locked until the end of the transaction. */
async function lockItem(
  tx: Queryable,
  { accountId, customerId, language }: Client,
  { orderId, item: name }: { orderId: string; item: string },
  now: number,
) {
  const [order] = await tx.query<OrderRow>(`${OWN_ORDERS} and o.id = $4 for no key update of o`, [
    accountId,
    customerId,
    language,
    orderId,
  ]);
  if (!order) throw new AppError('not_found');
  const dues = await readDues(tx, accountId, orderId, now);
  const item = findItem(dues?.items ?? [], name);
  if (item) return { order, item };
  // A payment on its way may be all that was owed.
  throw new AppError((await isProcessing(tx, accountId, orderId)) ? 'payment_processing' : 'payment_not_due');
}

/** Opens Stripe's pay page for something that is owed; a repeated request returns the same page. */
export const payOrder = defineHandler(portal.payOrder, async (call) => {
  const { link, now } = await requireLink(call);
  const { services, params, body } = call;
  const { db } = services;
  const { accountId } = link;
  const cards = requireCards(services.cards);
  await limitOpenings(db, link.id, now);
  const { row, order, language } = await db.transaction(async (tx) => {
    const locked = await lockLink(tx, accountId, params.token, now);
    if (!locked.rights.pays) throw new AppError('not_found');
    const wanted = { orderId: params.orderId, item: body.item };
    const { order: own, item } = await lockItem(tx, locked, wanted, now);
    const owed = { accountId, orderId: own.id, item, currency: own.currency };
    return { row: await checkoutOfItem(tx, owed, now), order: own, language: locked.language };
  });
  const own = clientLinkHref(await visitedAddress(call, accountId), params.token);
  const page = {
    name: formatText(RECEIPT_TEXTS[language], language, `purposes.${row.purpose}`),
    description: order.title || order.gallery,
    language,
    // The link may have been passed on: Stripe's page does not show the client's address.
    email: '',
    successUrl: `${own}?paid=${body.item}`,
    cancelUrl: own,
  };
  return { body: { url: await openAtStripe(db, cards, row, page, now) } };
});
