import { formatExactAmount, formatDay } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { ReceiptData } from '#core/domain/payments/receipts.ts';
import ca from '#locales/ca/receipt.json' with { type: 'json' };
import en from '#locales/en/receipt.json' with { type: 'json' };
import es from '#locales/es/receipt.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';

export const RECEIPT_TEXTS = { en, es, ca } as const;

/** Texts of a receipt in the client's language, from top to bottom. */
export interface ReceiptText {
  title: string;
  number: string;
  /** That it is no invoice; empty for other receipts. */
  notice: string;
  /** Colour of title and total; undefined for ink. */
  accent: string | undefined;
  studio: readonly string[];
  client: { heading: string; lines: readonly string[] };
  /** Labels and values. */
  facts: readonly (readonly [string, string])[];
  total: readonly [string, string];
  /** Lines about the included tax; empty without tax. */
  tax: readonly (readonly [string, string])[];
  /** Label of the characters that the file cannot print. */
  boxes: string;
}

export function receiptText(data: ReceiptData): ReceiptText {
  const { language, timeZone, refundOf, studio, client, session, currency, tax } = data;
  const text = (key: string, values = {}) => formatText(RECEIPT_TEXTS[language], language, key, values);
  const day = (at: number) => formatDay(at, language, timeZone);
  const amount = (minorUnits: number) => formatExactAmount(minorUnits, currency, language);
  const isRefund = refundOf !== null;
  const facts: (readonly [string, string])[] = [
    ...(data.cancelledAt === undefined
      ? []
      : [[text('cancelled'), text('cancelledOn', { date: day(data.cancelledAt) })] as const]),
    [text('issued'), day(data.issuedAt)],
    [text(isRefund ? 'refundedOn' : 'paidOn'), day(data.paidAt)],
    ...(isRefund ? [[text('refundOf'), refundOf] as const] : []),
    [
      text(session.isOrder ? 'order' : session.isGallery ? 'gallery' : 'session'),
      session.name ? text('sessionOn', { name: session.name, date: day(session.date) }) : day(session.date),
    ],
    ...(data.lines ? [[text('ordered'), data.lines.map(lineText).join('\n')] as const] : []),
    [text('what'), text(`purposes.${data.purpose}`)],
    ...(data.method ? [[text(isRefund ? 'refundMethod' : 'method'), methodName(data.method, language)] as const] : []),
  ];
  return {
    accent: data.accent,
    title: titleOf(data),
    number: data.number,
    notice: data.isProof ? text('notInvoice') : '',
    studio: lines(studio.name, studio.address, idLine(studio.taxId), studio.email, studio.phone),
    client: { heading: text('to'), lines: lines(client.name, client.address, idLine(client.taxId)) },
    facts,
    total: [text(isRefund ? 'totalRefunded' : 'total'), amount(data.amount)],
    tax: tax
      ? [
          [text('net', { name: tax.name }), amount(data.amount - tax.amount)],
          [text('tax', { name: tax.name, rate: percent(tax.rate, language) }), amount(tax.amount)],
        ]
      : [],
    boxes: text('boxes'),
  };

  function lineText({ title, quantity, discount, amount: sum }: NonNullable<ReceiptData['lines']>[number]): string {
    const named = quantity > 1 ? text('pieces', { quantity, title }) : title;
    return (
      text('line', { title: named, amount: amount(sum) }) +
      (discount > 0 ? text('less', { amount: amount(discount) }) : '')
    );
  }

  function idLine(id: string): string {
    return id && text('taxId', { id });
  }
}

export function receiptFilename(data: Pick<ReceiptData, 'number' | 'language' | 'isProof' | 'refundOf'>): string {
  return `${titleOf(data)} ${data.number}.pdf`;
}

function titleOf({ language, isProof, refundOf }: Pick<ReceiptData, 'language' | 'isProof' | 'refundOf'>): string {
  const isRefund = refundOf !== null;
  const key = isProof ? (isRefund ? 'refundProofTitle' : 'proofTitle') : isRefund ? 'refundTitle' : 'title';
  return RECEIPT_TEXTS[language][key];
}

/** Returns the translated name of a predefined payment method; a custom one unchanged. */
export function methodName(method: string, language: Language): string {
  const names: Readonly<Record<string, string>> = RECEIPT_TEXTS[language].methods;
  return Object.hasOwn(names, method) ? names[method]! : method;
}

/** @param rate hundredths of a percent */
function percent(rate: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
}

const lines = (...parts: readonly string[]) =>
  parts
    .flatMap((part) => part.split('\n'))
    .map((part) => part.trim())
    .filter((part) => part !== '');
