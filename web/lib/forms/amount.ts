import { money } from '#core/domain/primitives.ts';
import { formatLocale, minorDigits } from '../format/format.ts';

/**
 * What stands in the field of an amount: minor units, null where it is empty, and text that is no amount as it was
 * typed, so that nothing that somebody typed is ever taken for nothing.
 */
export type Amount = number | string | null;

const LANGUAGES = ['en', 'es', 'ca'] as const;
const DISPLAYS = ['symbol', 'narrowSymbol', 'code', 'name'] as const;

const blanks = /\s/gu;
const namesOf = new Map<string, readonly string[]>();

/** All that a currency is called, in any of our languages, as `readAmount` meets it: the longest first. */
function namesOfCurrency(currency: string): readonly string[] {
  const known = namesOf.get(currency);
  if (known) return known;
  const parts = LANGUAGES.flatMap((language) =>
    DISPLAYS.flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(formatLocale(language), { style: 'currency', currency, currencyDisplay });
      // One euro, two euros.
      return [1, 2].flatMap((count) => format.formatToParts(count));
    }),
  );
  const names = parts.filter(({ type }) => type === 'currency').map(({ value }) => compact(value));
  const sorted = [...new Set(names)].sort((one, other) => other.length - one.length);
  namesOf.set(currency, sorted);
  return sorted;
}

function compact(text: string): string {
  return text.replaceAll(blanks, '').toLowerCase();
}

/** Without the currency before or behind it. */
function figuresOf(text: string, currency: string): string {
  const typed = compact(text);
  for (const name of namesOfCurrency(currency)) {
    if (typed.startsWith(name)) return typed.slice(name.length);
    if (typed.endsWith(name)) return typed.slice(0, -name.length);
  }
  return typed;
}

/** Figures, in one piece or in groups that one mark parts, the last of them of three. */
const WHOLE = /^\d+$|^\d{1,3}([.,'’])(?:\d{2,3}\1)*\d{3}$/;

/** Reads an amount as it was typed in one of our languages, with the currency or without, with point or comma. */
export function readAmount(text: string, currency: string, language: string): Amount {
  if (text.trim() === '') return null;
  const figures = figuresOf(text, currency);
  const digits = minorDigits(currency);
  const [, before = figures, mark = '', behind = ''] = /^(.*)([.,])(\d+)$/.exec(figures) ?? [];
  // As many digits behind a mark as a group has are one, unless the currency has so many and the language that mark.
  const isFraction =
    behind.length > 0 &&
    behind.length <= digits &&
    !before.includes(mark) &&
    (behind.length !== 3 || /[.,'’]/.test(before) || mark === decimalMark(language));
  const [whole, fraction] = isFraction ? [before, behind] : [figures, ''];
  if (!WHOLE.test(whole)) return text;
  const minor = Number(whole.replaceAll(/\D/g, '')) * 10 ** digits + Number(fraction.padEnd(digits, '0'));
  return Number.isSafeInteger(minor) ? minor : text;
}

function decimalMark(language: string): string | undefined {
  const parts = new Intl.NumberFormat(formatLocale(language)).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value;
}

/** Why a field of a price cannot be sent: there is no amount in it, or the deposit is no part of the price. */
type Wrong = 'amount' | 'tooLarge';

interface ReadPrice {
  /** What is sent; null while a field is wrong. */
  amounts: { price: number; deposit: number } | null;
  wrong: { price?: Wrong; deposit?: Wrong };
}

/** A price and the part of it that is paid ahead, as two fields have them. An empty one says zero. */
export function readPrice(price: Amount, deposit: Amount): ReadPrice {
  const [whole, part] = [money.safeParse(price ?? 0), money.safeParse(deposit ?? 0)];
  if (whole.success && part.success && part.data <= whole.data) {
    return { amounts: { price: whole.data, deposit: part.data }, wrong: {} };
  }
  const wrong: ReadPrice['wrong'] = {};
  if (!whole.success) wrong.price = 'amount';
  if (!part.success) wrong.deposit = 'amount';
  else if (whole.success) wrong.deposit = 'tooLarge';
  return { amounts: null, wrong };
}
