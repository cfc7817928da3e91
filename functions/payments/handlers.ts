import { payments } from '#core/api/payments.ts';
import { BYTE_ORDER_MARK, csvFormat, csvRow } from '#core/domain/values/csv.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { decimalAmount } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { type PaymentPurpose, type PaymentStatus, RECEIVED_STATUSES } from '#core/domain/payments/payments.ts';
import { receiptData } from '#core/domain/payments/receipts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { knownZone } from '#core/domain/values/known-zone.ts';
import { localDate } from '#core/domain/values/time.ts';
import type { Actor } from '../platform/auth/authorization.ts';
import { timestamp } from '../platform/db/database.ts';
import { attachment } from '../platform/http/content-disposition.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { formatText } from '../platform/texts.ts';
import { peekNextReceipt, RECEIPT_DATA } from '../receipts/issue.ts';
import { receiptFile } from '../receipts/receipt-file.ts';
import { ERASED_CLIENT } from '../receipts/retention.ts';
import { methodName, RECEIPT_TEXTS } from '../receipts/text.ts';

interface PaymentRow {
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
function paymentsCsv(
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

function paymentsFilename(language: Language): string {
  return `${formatText(RECEIPT_TEXTS[language], language, 'csv.file')}.csv`;
}

/** Returns the photographer to filter by; null for all (docs/decisions/roles.md). */
const photographerFilter = ({ role, userId }: Actor) => (can(role, 'money.all') ? null : userId);

export const receipt = defineHandler(payments.receipt, async ({ services, caller, params }) => {
  const [found] = await services.db.query<{ data: unknown; isLocked: boolean }>(
    `select ${RECEIPT_DATA} as data, r.client_erase_at is not null as "isLocked"
     from receipts r join payments p on p.account_id = r.account_id and p.id = r.payment_id
     where r.payment_id = $1 and r.account_id = $2 and ($3::uuid is null or p.photographer_id = $3)`,
    [params.paymentId, caller.accountId, photographerFilter(caller)],
  );
  if (!found) throw new AppError('not_found');
  const stored = receiptData.parse(found.data);
  // The client was erased: only owners and admins, who answer for the books, see the recipient.
  const isHidden = found.isLocked && !can(caller.role, 'account.update');
  const data = isHidden ? { ...stored, client: ERASED_CLIENT, session: { ...stored.session, name: '' } } : stored;
  return receiptFile(services, caller.accountId, data);
});

export const nextReceipt = defineHandler(payments.nextReceipt, async ({ services, caller }) => ({
  body: await peekNextReceipt(services.db, caller.accountId, services.clock()),
}));

export const csv = defineHandler(payments.csv, async ({ services, caller, query }) => {
  const { db } = services;
  const [studio] = await db.query<{ language: Language; timeZone: string }>(
    'select language, time_zone as "timeZone" from accounts where id = $1',
    [caller.accountId],
  );
  if (!studio) throw new AppError('not_found');
  const rows = await db.query<PaymentRow>(
    `select p.id, p.date, p.receipt, c.name as client, coalesce(nullif(s.type, ''), t.name, g.name, '') as session, p.purpose,
       p.method, p.status, p.amount, p.currency, p.refunds_payment_id is not null as "isRefund", o.receipt as "refundOf", p.notes
     from payments p join orders d on d.id = p.order_id join customers c on c.id = d.customer_id
       left join sessions s on s.id = p.session_id left join galleries g on g.id = d.gallery_id left join session_types t on t.id = s.session_type_id left join payments o on o.id = p.refunds_payment_id
     where p.account_id = $1 and ($2::uuid is null or p.photographer_id = $2)
       and p.date >= coalesce($3::timestamptz, '-infinity') and p.date < coalesce($4::timestamptz, 'infinity')
     order by p.date, p.id limit $5`,
    // Select one row more than the limit, so that the file can tell that rows were cut off.
    [caller.accountId, photographerFilter(caller), timestamp(query.from), timestamp(query.to), MAX_ROWS + 1],
  );
  return {
    body: undefined,
    json: paymentsCsv(rows, { ...studio, timeZone: knownZone(studio.timeZone) }),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(paymentsFilename(studio.language)),
    },
  };
});
