import { BYTE_ORDER_MARK, csvRow } from '#core/domain/csv.ts';
import type { Language } from '#core/domain/languages.ts';
import { RECEIVED_STATUSES, type PaymentPurpose, type PaymentStatus } from '#core/domain/payments.ts';
import { localDate } from '#core/domain/time.ts';
import { methodName, RECEIPT_TEXTS } from '../lib/receipt-text.ts';
import { formatText } from '../lib/texts.ts';

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
  /** The receipt's number. */
  refundOf: string | null;
  notes: string;
}

/** Rows of one file, and letters: a Lambda function answers with 6 MB at the most, and a letter has up to 3 bytes. */
export const MAX_ROWS = 50_000;
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
 * Payments as a table: days in the studio's zone, amounts with a point, what was given back below zero, and what did not
 * come in by itself, so that a column's sum is what is left. Where it ends before the rows do, its last line says so.
 */
export function paymentsCsv(
  rows: readonly PaymentRow[],
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const text = (key: string, values = {}) => formatText(RECEIPT_TEXTS[language], language, key, values);
  const lines = [BYTE_ORDER_MARK + csvRow(CSV_COLUMNS.map((column) => text(`csv.columns.${column}`)))];
  let characters = 0;
  for (const row of rows) {
    if (characters > MAX_CHARACTERS || lines.length > MAX_ROWS) break;
    const amount = (row.isRefund ? -1 : 1) * decimal(row.amount, row.currency);
    const isReceived = RECEIVED_STATUSES.includes(row.status);
    const line = csvRow([
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
    ]);
    characters += line.length;
    lines.push(line);
  }
  const shown = lines.length - 1;
  if (shown < rows.length) lines.push(csvRow([text('csv.more', { rows: shown })]));
  return lines.join('');
}

export function paymentsFilename(language: Language): string {
  return `${formatText(RECEIPT_TEXTS[language], language, 'csv.file')}.csv`;
}

const digits = new Map<string, number>();

/** An amount as a number, whose shortest form is the exact one: no amount has more than 12 digits. */
function decimal(minorUnits: number, currency: string): number {
  if (!digits.has(currency)) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    digits.set(currency, maximumFractionDigits);
  }
  return minorUnits / 10 ** digits.get(currency)!;
}
