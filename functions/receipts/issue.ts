import { MIN_CONTRAST, readableOn } from '#core/domain/values/color.ts';
import type { PublicLine } from '#core/api/dues.ts';
import type { Language } from '#core/domain/values/languages.ts';
import {
  formatReceiptNumber,
  includedTax,
  isPaymentProof,
  nextReceiptNumber,
  readTax,
  type ReceiptData,
  type TaxSettings,
} from '#core/domain/payments/receipts.ts';
import { readTheme } from '#core/domain/branding/theme.ts';
import { localDate } from '#core/domain/values/time.ts';
import { linesToShow, readWithdrawals } from '../checkouts/withdrawal.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { nameIn } from '../public-studio/names.ts';
import { RECEIPT_TEXTS } from './text.ts';

interface ReceiptSource {
  orderId: string;
  amount: number;
  currency: string;
  method: string;
  purpose: ReceiptData['purpose'];
  paidAt: number;
  refundOf: string | null;
  sessionDate: number;
  sessionName: string;
  isGallery: boolean;
  isOrder: boolean;
  clientName: string;
  clientAddress: string;
  clientTaxId: string;
  language: Language;
  timeZone: string;
  accountName: string;
  photographer: Readonly<Record<string, unknown>> | null;
  tax: unknown;
  theme: Readonly<Record<string, unknown>> | null;
}

/**
 * Issues the receipt of a paid payment or refund once: assigns the studio's next number of the year and stores the
 * content. Call it in the transaction that marks the payment as paid, with its session or order locked. The counter row is
 * locked after that and until commit, so that numbers have no gaps and no duplicates.
 */
export async function issueReceipt(tx: Queryable, accountId: string, paymentId: string, now: number): Promise<void> {
  const [facts] = await tx.query<ReceiptSource>(RECEIPT_SOURCE, [paymentId, accountId]);
  if (!facts) return;
  const tax = readTax(facts.tax);
  const year = Number(localDate(now, facts.timeZone).slice(0, 4));
  const number = formatReceiptNumber(tax.receiptPrefix, year, await takeNumber(tx, accountId, year, tax));
  const [order] = await readWithdrawals(tx, accountId, { orderId: facts.orderId }, now);
  const data = toReceiptData(facts, number, receiptLines(linesToShow(order), facts.language), now);
  await tx.query('insert into receipts (payment_id, account_id, number, data, issued_at) values ($1, $2, $3, $4, $5)', [
    paymentId,
    accountId,
    number,
    JSON.stringify(data),
    timestamp(now),
  ]);
  await tx.query('update payments set receipt = $3 where id = $1 and account_id = $2', [paymentId, accountId, number]);
}

/** Cancels a refund's receipt, if it has one: the refund failed. @returns true if it had one */
export async function cancelReceipt(
  tx: Queryable,
  accountId: string,
  paymentId: string,
  now: number,
): Promise<boolean> {
  const cancelled = await tx.query(
    `update receipts set cancelled_at = $3 where account_id = $1 and payment_id = $2 and cancelled_at is null
     returning payment_id`,
    [accountId, paymentId, timestamp(now)],
  );
  return cancelled.length > 0;
}

/** SQL: the content of receipt `r`, for `receiptData`. */
export const RECEIPT_DATA = `r.data || jsonb_strip_nulls(jsonb_build_object(
  'cancelledAt', (extract(epoch from r.cancelled_at) * 1000)::bigint))`;

/** Takes the next number: the first statement locks the counter. */
async function takeNumber(
  db: Queryable,
  accountId: string,
  year: number,
  tax: Pick<TaxSettings, 'receiptStart'>,
): Promise<number> {
  const [counter] = await db.query<{ last: number }>(
    `insert into receipt_counters as c (account_id, year) values ($1, $2)
     on conflict (account_id, year) do update set last = c.last returning last`,
    [accountId, year],
  );
  const number = nextReceiptNumber(tax, year, counter!.last);
  await db.query('update receipt_counters set last = $3 where account_id = $1 and year = $2', [
    accountId,
    year,
    number,
  ]);
  return number;
}

/** Returns year and number of the next receipt, without taking it. */
export async function peekNextReceipt(db: Queryable, accountId: string, now: number) {
  const [studio] = await db.query<{ timeZone: string; tax: unknown }>(
    `select a.time_zone as "timeZone", s.value as tax
     from accounts a left join settings s on s.account_id = a.id and s.key = 'tax' where a.id = $1`,
    [accountId],
  );
  const year = Number(localDate(now, studio!.timeZone).slice(0, 4));
  const [counter] = await db.query<{ last: number }>(
    'select last from receipt_counters where account_id = $1 and year = $2',
    [accountId, year],
  );
  return { year, number: nextReceiptNumber(readTax(studio!.tax), year, counter?.last ?? 0) };
}

/** Lines that a receipt lists at most: it is one page. */
const MAX_LINES = 25;

function receiptLines(lines: readonly PublicLine[], language: Language): NonNullable<ReceiptData['lines']> {
  return lines.slice(0, MAX_LINES).map(({ kind, title, quantity, discount, amount }) => ({
    title: title || formatText(RECEIPT_TEXTS[language], language, `lines.${kind}`),
    quantity,
    discount,
    amount,
  }));
}

function toReceiptData(
  facts: ReceiptSource,
  number: string,
  lines: NonNullable<ReceiptData['lines']>,
  now: number,
): ReceiptData {
  const { amount, currency, method, purpose, paidAt, refundOf, language, timeZone } = facts;
  const tax = readTax(facts.tax);
  const profileText = (field: string) => {
    const value = facts.photographer?.[field];
    return typeof value === 'string' ? value.trim() : '';
  };
  const theme = readTheme((key) => facts.theme?.[key]);
  return {
    number,
    refundOf,
    language,
    timeZone,
    issuedAt: now,
    paidAt,
    amount,
    currency,
    method,
    purpose,
    studio: {
      name: facts.accountName,
      address: profileText('address'),
      taxId: tax.id,
      email: profileText('email'),
      phone: profileText('phone'),
    },
    client: { name: facts.clientName, address: facts.clientAddress, taxId: facts.clientTaxId },
    session: {
      name: facts.sessionName,
      date: facts.sessionDate,
      ...(facts.isGallery && { isGallery: true }),
      ...(facts.isOrder && { isOrder: true }),
    },
    ...(lines.length > 0 && { lines }),
    ...(isPaymentProof(timeZone) && { isProof: true as const }),
    tax:
      tax.name && !isPaymentProof(timeZone)
        ? { name: tax.name, rate: tax.rate, amount: includedTax(amount, tax.rate) }
        : null,
    ...(theme.updatedAt > 0 && {
      accent: readableOn(theme.primaryColor.toLowerCase(), ['#ffffff'], MIN_CONTRAST.text),
    }),
  };
}

/**
 * SQL: paid payments without a receipt. Uses the session type's name, because a session's own name often contains a
 * person's name.
 */
const RECEIPT_SOURCE = `
  select p.amount, p.currency, p.method, p.purpose, extract(epoch from p.date)::float8 * 1000 as "paidAt",
    o.receipt as "refundOf", extract(epoch from coalesce(s.date, g.date, d.created_at))::float8 * 1000 as "sessionDate",
    coalesce(${nameIn('t', 'x.language')}, s.type, ${nameIn('g', 'x.language')}, '') as "sessionName",
    s.id is null and g.id is not null as "isGallery", s.id is null and g.id is null as "isOrder", d.id as "orderId",
    c.name as "clientName", c.address as "clientAddress",
    c.tax_id as "clientTaxId", x.language, a.time_zone as "timeZone",
    a.name as "accountName",
    (select value from settings where account_id = a.id and key = 'photographer') as photographer,
    (select value from settings where account_id = a.id and key = 'tax') as tax,
    (select jsonb_object_agg(key, value) from settings where account_id = a.id and starts_with(key, 'theme.')) as theme
  from payments p join orders d on d.id = p.order_id join customers c on c.id = d.customer_id
    join accounts a on a.id = p.account_id
    cross join lateral (select coalesce(c.language, a.language) as language) x
    left join sessions s on s.id = p.session_id
    left join galleries g on g.id = d.gallery_id left join session_types t on t.id = s.session_type_id
    left join payments o on o.id = p.refunds_payment_id
  where p.id = $1 and p.account_id = $2 and p.status = 'paid' and p.receipt is null`;
