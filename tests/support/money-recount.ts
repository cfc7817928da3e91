import { localDate } from '#core/domain/values/time.ts';
import type { Db } from './rows.ts';

/** Every stored total, and the same total computed here from sessions, lines and payments alone. */
export interface Totals {
  kept: Record<string, unknown>;
  counted: Record<string, unknown>;
}

interface Session {
  id: string;
  account: string;
  customer: string;
  photographer: string;
  status: string;
  isTrashed: boolean;
  date: number;
  price: number;
  isWaived: boolean;
}

interface Order {
  id: string;
  session: string | null;
  customer: string;
  photographer: string;
  /** Sum of its lines. */
  total: number;
  isWaived: boolean;
}

interface Payment {
  id: string;
  account: string;
  session: string | null;
  order: string;
  photographer: string;
  refunds: string | null;
  date: number;
  amount: number;
  currency: string;
  status: string;
  zone: string;
}

const RECEIVED = ['paid', 'partially_refunded', 'refunded'];

export async function moneyTotals(db: Db): Promise<Totals> {
  const rows = async <Row>(sql: string) => (await db.query(sql)).rows as Row[];
  const sessions = await rows<Session>(
    `select s.id, s.account_id as account, s.customer_id as customer, coalesce(s.photographer_id::text, '') as photographer,
       s.status, s.deleted_at is not null as "isTrashed", (extract(epoch from s.date) * 1000)::float8 as date,
       b.payment_amount as price, b.waived as "isWaived"
     from sessions s join session_billing b on b.session_id = s.id`,
  );
  const payments = await rows<Payment>(
    `select p.id, p.account_id as account, p.session_id as session, p.order_id as order,
       coalesce(o.photographer_id::text, '') as photographer, p.refunds_payment_id as refunds, (extract(epoch from p.date) * 1000)::float8 as date, p.amount, p.currency, p.status,
       a.time_zone as zone
     from payments p join orders o on o.id = p.order_id join accounts a on a.id = p.account_id`,
  );
  const orders = await rows<Order>(
    `select o.id, o.session_id as session, o.customer_id as customer, coalesce(o.photographer_id::text, '') as photographer,
       coalesce((select sum(l.amount) from order_lines l where l.order_id = o.id), 0)::int as total,
       coalesce((select b.waived from session_billing b where b.session_id = o.id), false) as "isWaived"
     from orders o`,
  );
  const customers = await rows<{ id: string }>('select id from customers');
  const kept = Object.fromEntries(
    (await rows<{ key: string; value: unknown }>(KEPT)).map(({ key, value }) => [key, value]),
  );
  return { kept, counted: count(sessions, orders, payments, customers) };
}

const KEPT = `
  select 'billing ' || session_id as key, jsonb_build_object('status', payment_status, 'paid', paid_amount,
    'refunded', refunded_amount, 'customer', customer_id, 'photographer', coalesce(photographer_id::text, '')) as value
    from session_billing
  union all select 'order ' || order_id, jsonb_build_object('total', total, 'open', open, 'status', payment_status,
    'paid', paid, 'refunded', refunded, 'customer', customer_id, 'photographer', coalesce(photographer_id::text, ''))
    from order_totals
  union all select 'payment ' || id, to_jsonb(status) from payments where status in ('paid', 'partially_refunded', 'refunded')
  union all select 'stats ' || customer_id, jsonb_build_object('sessions', session_count,
    'last', (extract(epoch from last_session_at) * 1000)::float8) from customer_stats
  union all select 'balance ' || customer_id || ' ' || photographer, jsonb_build_object('billed', billed,
    'paid', paid, 'owed', owed)
    from customer_balances
  union all select 'month ' || account_id || ' ' || month || ' ' || photographer || ' ' || currency,
    jsonb_build_object('received', received, 'refunded', refunded, 'payments', payment_count)
    from revenue_months where (received, refunded, payment_count) <> (0, 0, 0)`;

function count(
  sessions: readonly Session[],
  orders: readonly Order[],
  payments: readonly Payment[],
  customers: readonly { id: string }[],
) {
  const totals: Record<string, unknown> = {};
  const add = (key: string, steps: Record<string, number>) => {
    const at = (totals[key] ?? Object.fromEntries(Object.keys(steps).map((name) => [name, 0]))) as typeof steps;
    totals[key] = Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, at[name]! + step]));
  };
  const given = (id: string) => sum(payments.filter((one) => one.refunds === id && one.status === 'paid'));
  for (const { id } of customers) totals[`stats ${id}`] = statsOf(sessions.filter(({ customer }) => customer === id));
  for (const one of sessions) {
    const own = payments.filter(({ session }) => session === one.id);
    const refunded = sum(own.filter(({ refunds, status }) => refunds && status === 'paid'));
    const paid = sum(own.filter(({ refunds, status }) => !refunds && RECEIVED.includes(status))) - refunded;
    const status = billingStatusOf(one, paid, refunded);
    totals[`billing ${one.id}`] = { status, paid, refunded, customer: one.customer, photographer: one.photographer };
    const isBilled = !one.isWaived && !one.isTrashed && !['inquiry', 'declined', 'cancelled'].includes(one.status);
    if (isBilled && one.price + paid > 0) {
      add(`balance ${one.customer} ${one.photographer}`, {
        billed: one.price,
        paid,
        owed: Math.max(0, one.price - paid),
      });
    }
  }
  for (const { id, session, customer, photographer, total, isWaived } of orders) {
    const own = payments.filter(({ order }) => order === id);
    const refunded = sum(own.filter(({ refunds, status }) => refunds && status === 'paid'));
    const paid = sum(own.filter(({ refunds, status }) => !refunds && RECEIVED.includes(status))) - refunded;
    const status = billingStatusOf({ isWaived, price: total }, paid, refunded);
    totals[`order ${id}`] = { total, open: total - paid, status, paid, refunded, customer, photographer };
    if (session === null && total + paid > 0) {
      add(`balance ${customer} ${photographer}`, { billed: total, paid, owed: Math.max(0, total - paid) });
    }
  }
  for (const { id, account, photographer, refunds, date, amount, currency, status, zone } of payments) {
    const month = `month ${account} ${localDate(date, zone).slice(0, 7)} ${photographer} ${currency}`;
    if (!refunds && RECEIVED.includes(status)) {
      const back = given(id);
      totals[`payment ${id}`] = back === 0 ? 'paid' : back < amount ? 'partially_refunded' : 'refunded';
      add(month, { received: amount, refunded: 0, payments: 1 });
    }
    if (refunds && status === 'paid') {
      totals[`payment ${id}`] = 'paid';
      add(month, { received: 0, refunded: amount, payments: 0 });
    }
  }
  return totals;
}

const sum = (payments: readonly Payment[]) => payments.reduce((total, { amount }) => total + amount, 0);

function statsOf(sessions: readonly Session[]) {
  const held = sessions.filter(({ status, isTrashed }) => !isTrashed && !['declined', 'cancelled'].includes(status));
  return { sessions: held.length, last: held.length === 0 ? null : Math.max(...held.map(({ date }) => date)) };
}

function billingStatusOf(
  { isWaived, price }: Pick<Session, 'isWaived' | 'price'>,
  paid: number,
  refunded: number,
): string {
  if (isWaived) return 'waived';
  if (paid > 0) return paid < price ? 'partial' : 'paid';
  return refunded > 0 ? 'refunded' : 'pending';
}
