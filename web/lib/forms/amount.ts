import { z } from 'zod';
import { money } from '#core/domain/values/primitives.ts';
import { minorDigits } from '#core/domain/values/format.ts';
import { formatLocale } from '../format/format.ts';

/**
 * Value of an amount field: minor units, null if empty, and the typed text if it is not an amount, so that typed text
 * is never treated as empty.
 */
export type Amount = number | string | null;

const LANGUAGES = ['en', 'es', 'ca'] as const;
const DISPLAYS = ['symbol', 'narrowSymbol', 'code', 'name'] as const;

const blanks = /\s/gu;
const namesOf = new Map<string, readonly string[]>();

/**
 * Returns the names and symbols of a currency in every language, in the form that `readAmount` compares, longest first.
 */
function namesOfCurrency(currency: string): readonly string[] {
  const known = namesOf.get(currency);
  if (known) return known;
  const parts = LANGUAGES.flatMap((language) =>
    DISPLAYS.flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(formatLocale(language), { style: 'currency', currency, currencyDisplay });
      // Singular and plural: one euro, two euros.
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

/** Removes the currency before or after the digits. */
function figuresOf(text: string, currency: string): string {
  const typed = compact(text);
  for (const name of namesOfCurrency(currency)) {
    if (typed.startsWith(name)) return typed.slice(name.length);
    if (typed.endsWith(name)) return typed.slice(0, -name.length);
  }
  return typed;
}

/** Digits, ungrouped, or in groups with one separator, the last group of three digits. */
const WHOLE = /^\d+$|^\d{1,3}([.,'’])(?:\d{2,3}\1)*\d{3}$/;

/** Parses a typed amount in any of our languages, with or without the currency, with decimal point or comma. */
export function readAmount(text: string, currency: string, language: string): Amount {
  if (text.trim() === '') return null;
  const figures = figuresOf(text, currency);
  const digits = minorDigits(currency);
  const [, before = figures, mark = '', behind = ''] = /^(.*)([.,])(\d+)$/.exec(figures) ?? [];
  // Three digits after a mark are a group, unless the currency has three decimals and the language uses that mark for
  // decimals.
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

/** Returns an amount as a person would type it, without its currency: 1850 cents are "18.5". */
export function amountText(amount: Amount, currency: string): string {
  return typeof amount === 'number' ? String(amount / 10 ** minorDigits(currency)) : (amount ?? '');
}

function decimalMark(language: string): string | undefined {
  const parts = new Intl.NumberFormat(formatLocale(language)).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value;
}

const typedAmount = z.custom<Amount>();

/**
 * Reads the price and deposit fields. An empty price stays null, an empty deposit is zero. The message of a deposit above
 * the price is `tooLarge`.
 */
export const priceForm = z
  .object({
    price: typedAmount.pipe(money.nullable()),
    deposit: typedAmount.transform((typed) => typed ?? 0).pipe(money),
  })
  .refine(({ price, deposit }) => deposit <= (price ?? 0), {
    path: ['deposit'],
    error: 'tooLarge',
    when: ({ issues }) => issues.every(({ path }) => path?.[0] !== 'price' && path?.[0] !== 'deposit'),
  });
