import { BYTE_ORDER_MARK, csvFormat, csvRow } from '#core/domain/values/csv.ts';
import { decimalAmount } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { type PaymentPurpose, type PaymentStatus, RECEIVED_STATUSES } from '#core/domain/payments/payments.ts';
import { localDate } from '#core/domain/values/time.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { methodName, RECEIPT_TEXTS } from '../receipts/text.ts';

export interface PaymentRow {
  id: string;
  /** Epoch milliseconds. */
  date: number;
  receipt: string | null;
  client: string;
  session: string;
  purpose: PaymentPurpose;
  method: string;
  status: PaymentStatus;
  /** Minor units. */
  amount: number;
  currency: string;
  isRefund: boolean;
  /** Receipt number of the refunded payment. */
  refundOf: string | null;
  notes: string;
}

/** Maximum rows and characters of a file: a Lambda response has at most 6 MB, and a character up to 3 bytes. */
const MAX_ROWS = 50_000;
const MAX_CHARACTERS = 1_900_000;

const CSV_COLUMNS = [
  'date',
  'receipt',
  'client',
  'session',
  'kind',
  'purpose',
  'method',
  'status',
  'amount',
  'notReceived',
  'currency',
  'refundOf',
  'notes',
  'id',
] as const;

/**
 * Returns payments as CSV in the studio's language: days in its zone, decimal amounts, refunds as negative amounts, so
 * that a column's sum is the balance. A last line tells if rows were cut off.
 */
export function paymentsCsv(
  rows: readonly PaymentRow[],
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const text = (key: string, values = {}) => formatText(RECEIPT_TEXTS[language], language, key, values);
  const format = csvFormat(language);
  const lines = [
    BYTE_ORDER_MARK +
      csvRow(
        CSV_COLUMNS.map((column) => text(`csv.columns.${column}`)),
        format,
      ),
  ];
  let characters = 0;
  for (const row of rows) {
    if (characters > MAX_CHARACTERS || lines.length > MAX_ROWS) break;
    const amount = (row.isRefund ? -1 : 1) * decimalAmount(row.amount, row.currency);
    const isReceived = RECEIVED_STATUSES.includes(row.status);
    const line = csvRow(
      [
        localDate(row.date, timeZone),
        row.receipt ?? '',
        row.client,
        row.session,
        text(`csv.kinds.${row.isRefund ? 'refund' : 'payment'}`),
        text(`purposes.${row.purpose}`),
        methodName(row.method, language),
        text(`csv.statuses.${row.status}`),
        isReceived ? amount : '',
        isReceived ? '' : amount,
        row.currency,
        row.refundOf ?? '',
        row.notes,
        row.id,
      ],
      format,
    );
    characters += line.length;
    lines.push(line);
  }
  const rowCount = lines.length - 1;
  if (rowCount < rows.length) lines.push(csvRow([text('csv.more', { rows: rowCount })], format));
  return lines.join('');
}

export function paymentsFilename(language: Language): string {
  return `${formatText(RECEIPT_TEXTS[language], language, 'csv.file')}.csv`;
}

/** Selects payments of a studio: of one photographer or all, with dates from `from` to before `to`, epoch milliseconds. */
export interface PaymentPeriod {
  photographerId: string | null;
  from?: number | undefined;
  to?: number | undefined;
}

/** Reads the rows of the file, earliest first; one more than it can have, so that it can tell that rows were cut off. */
export function readPaymentRows(
  db: Queryable,
  accountId: string,
  { photographerId, from, to }: PaymentPeriod,
): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(
    `select p.id, p.date, p.receipt, c.name as client, coalesce(nullif(s.type, ''), t.name, g.name, '') as session, p.purpose,
       p.method, p.status, p.amount, p.currency, p.refunds_payment_id is not null as "isRefund", o.receipt as "refundOf", p.notes
     from payments p join orders d on d.id = p.order_id join customers c on c.id = d.customer_id
       left join sessions s on s.id = p.session_id left join galleries g on g.id = d.gallery_id left join session_types t on t.id = s.session_type_id left join payments o on o.id = p.refunds_payment_id
     where p.account_id = $1 and ($2::uuid is null or p.photographer_id = $2)
       and p.date >= coalesce($3::timestamptz, '-infinity') and p.date < coalesce($4::timestamptz, 'infinity')
     order by p.date, p.id limit $5`,
    [accountId, photographerId, timestamp(from), timestamp(to), MAX_ROWS + 1],
  );
}
