import type { CustomerResource, PaymentResource, SessionResource } from '#core/api/v1-resources.ts';
import type { PaymentPurpose, PaymentStatus } from '#core/domain/payments/payments.ts';
import { sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { isoTime, type Page, type PageQuery, timeCursor, toPage } from './page.ts';

type CustomerRow = Omit<CustomerResource, 'createdAt' | 'updatedAt'> & { createdAt: number; updatedAt: number };

const CUSTOMER = `c.id, c.name, c.email, c.phone, c.address, c.tax_id as "taxId", c.language, c.tags,
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone,
      'language', p.language, 'receives', p.receives, 'chooses', p.chooses, 'signs', p.signs, 'pays', p.pays)
      order by p.position, p.id), '[]')
    from customer_contacts p where p.account_id = c.account_id and p.customer_id = c.id) as contacts,
  c.created_at as "createdAt", c.updated_at as "updatedAt"`;

const toCustomer = (row: CustomerRow): CustomerResource => ({
  ...row,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
});

export async function findCustomer(db: Queryable, accountId: string, id: string): Promise<CustomerResource | null> {
  const [row] = await db.query<CustomerRow>(
    `select ${CUSTOMER} from customers c
     where c.account_id = $1 and c.id = $2 and c.deleted_at is null and c.erased_at is null`,
    [accountId, id],
  );
  return row ? toCustomer(row) : null;
}

export async function listCustomers(
  db: Queryable,
  accountId: string,
  query: PageQuery & { email?: string | undefined },
): Promise<Page<CustomerResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<CustomerRow>(
    `select ${CUSTOMER} from customers c
     where c.account_id = $1 and c.deleted_at is null and c.erased_at is null
       and ($2::text is null or exists (select from customer_contacts p where p.account_id = c.account_id
         and p.customer_id = c.id and p.email <> '' and lower(p.email) = lower($2)))
       and ($3::timestamptz is null or (c.created_at, c.id) < ($3, $4))
     order by c.created_at desc, c.id desc limit $5`,
    [accountId, query.email ?? null, timestamp(at), id, query.limit + 1],
  );
  return toPage(rows, query, (row) => [row.createdAt, row.id], toCustomer);
}

interface SessionRow {
  id: string;
  customerId: string;
  type: string;
  status: SessionStatus;
  source: 'studio' | 'client';
  date: number;
  duration: number;
  timeZone: string;
  location: string;
  galleryId: string | null;
  createdAt: number;
  updatedAt: number;
}

const SESSION = `s.id, s.customer_id as "customerId", coalesce(nullif(s.type, ''), t.name, '') as type, s.status,
  s.source, s.date, s.duration, a.time_zone as "timeZone", coalesce(l.name, s.location) as location,
  s.gallery_id as "galleryId", s.created_at as "createdAt", s.updated_at as "updatedAt"`;
const SESSION_TABLES = `sessions s join accounts a on a.id = s.account_id
  left join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
  left join locations l on l.account_id = s.account_id and l.id = s.location_id`;

const toSession = ({ date, duration, createdAt, updatedAt, ...row }: SessionRow): SessionResource => ({
  ...row,
  startsAt: isoTime(date),
  endsAt: isoTime(sessionEnd({ date, duration })),
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});

export async function findSession(db: Queryable, accountId: string, id: string): Promise<SessionResource | null> {
  const [row] = await db.query<SessionRow>(
    `select ${SESSION} from ${SESSION_TABLES} where s.account_id = $1 and s.id = $2 and s.deleted_at is null`,
    [accountId, id],
  );
  return row ? toSession(row) : null;
}

/** A range of times, the end exclusive; epoch milliseconds. */
interface Range {
  from?: number | undefined;
  to?: number | undefined;
}

export async function listSessions(
  db: Queryable,
  accountId: string,
  query: PageQuery & Range & { customerId?: string | undefined },
): Promise<Page<SessionResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<SessionRow>(
    `select ${SESSION} from ${SESSION_TABLES}
     where s.account_id = $1 and s.deleted_at is null and ($2::text is null or s.customer_id = $2)
       and s.date >= coalesce($3::timestamptz, '-infinity') and s.date < coalesce($4::timestamptz, 'infinity')
       and ($5::timestamptz is null or (s.date, s.id) > ($5, $6))
     order by s.date, s.id limit $7`,
    [
      accountId,
      query.customerId ?? null,
      timestamp(query.from),
      timestamp(query.to),
      timestamp(at),
      id,
      query.limit + 1,
    ],
  );
  return toPage(rows, query, (row) => [row.date, row.id], toSession);
}

interface PaymentRow {
  id: string;
  refundOf: string | null;
  sessionId: string | null;
  orderId: string;
  customerId: string | null;
  purpose: PaymentPurpose;
  method: string;
  status: PaymentStatus;
  amount: number;
  currency: string;
  receipt: string | null;
  date: number;
  createdAt: number;
}

const PAYMENT = `p.id, p.refunds_payment_id as "refundOf", p.session_id as "sessionId", p.order_id as "orderId", p.customer_id as "customerId",
  p.purpose, p.method, p.status, p.amount, p.currency, p.receipt, p.date, p.created_at as "createdAt"`;

const toPayment = ({ amount, currency, date, createdAt, ...row }: PaymentRow): PaymentResource => ({
  ...row,
  kind: row.refundOf === null ? 'payment' : 'refund',
  money: { amount, currency },
  date: isoTime(date),
  createdAt: isoTime(createdAt),
});

export async function findPayment(db: Queryable, accountId: string, id: string): Promise<PaymentResource | null> {
  const [row] = await db.query<PaymentRow>(`select ${PAYMENT} from payments p where p.account_id = $1 and p.id = $2`, [
    accountId,
    id,
  ]);
  return row ? toPayment(row) : null;
}

/** Payments of the whole studio: only for callers with `money.all`. */
export async function listPayments(
  db: Queryable,
  accountId: string,
  query: PageQuery & Range,
): Promise<Page<PaymentResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<PaymentRow>(
    `select ${PAYMENT} from payments p
     where p.account_id = $1
       and p.date >= coalesce($2::timestamptz, '-infinity') and p.date < coalesce($3::timestamptz, 'infinity')
       and ($4::timestamptz is null or (p.date, p.id) > ($4, $5))
     order by p.date, p.id limit $6`,
    [accountId, timestamp(query.from), timestamp(query.to), timestamp(at), id, query.limit + 1],
  );
  return toPage(rows, query, (row) => [row.date, row.id], toPayment);
}
