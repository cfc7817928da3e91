import { describe, expect, it, test } from 'vitest';
import { minorDigits } from '#core/domain/values/format.ts';
import { createFormat, formatLocale } from '../format/format.ts';
import { amountText, readAmount } from './amount.ts';

const LANGUAGES = ['en', 'es', 'ca'];
const CURRENCIES = Intl.supportedValuesOf('currency');
/**
 * Collects the results of all currencies and languages, so that one assertion compares them and shows only differences.
 */
const inAll = (read: (currency: string, language: string) => unknown) =>
  CURRENCIES.flatMap((currency) => LANGUAGES.map((language) => [`${currency} ${language}`, read(currency, language)]));

const money = (minor: number, currency: string, language: string) =>
  createFormat({ language, zone: 'UTC', currency, dateFormat: 'auto' }).money(minor);

describe('formatting and readAmount are inverse in every currency and language', () => {
  it.each([0, 5, 999, 50_000, 123_456, 1_234_000, 1_234_567, 123_456_789])('%i', (minor) => {
    expect(inAll((currency, language) => readAmount(money(minor, currency, language), currency, language))).toEqual(
      inAll(() => minor),
    );
  });

  it.each(['symbol', 'narrowSymbol', 'code', 'name'] as const)('with its %s', (currencyDisplay) => {
    const written = (currency: string, language: string) =>
      new Intl.NumberFormat(formatLocale(language), { style: 'currency', currency, currencyDisplay }).format(1_234_567);
    const read = inAll((currency, language) => readAmount(written(currency, language), currency, language));
    expect(read).toEqual(inAll((currency) => 1_234_567 * 10 ** minorDigits(currency)));
  });
});

test.each([
  ['1250', 125_000],
  ['1.250', 125_000],
  ['1,250', 125_000],
  ['1.250,5', 125_050],
  ['1,250.50', 125_050],
  ['1.234.567', 123_456_700],
  ['1,00,000', 10_000_000],
  ['12,50 €', 1_250],
  ["1'250.00", 125_000],
  ['€ 3', 300],
  ['500 EUR', 50_000],
  ['eur500', 50_000],
  ['2 euros', 200],
  ['0', 0],
  ['', null],
  ['  ', null],
])('reads %j as %j cents', (text, cents) => {
  for (const language of LANGUAGES) expect(readAmount(text, 'EUR', language)).toBe(cents);
});

test.each(['abc', '1..2', '-5', '€', '500 USD', '£500', '12.505,1.2', '1234.567', '1,2,3', '5 €€', '9'.repeat(20)])(
  'returns %j as typed, since it is no amount',
  (text) => expect(readAmount(text, 'EUR', 'en')).toBe(text),
);

test('reads a point as a thousands separator in yen', () => {
  expect(readAmount('1.250', 'JPY', 'en')).toBe(1_250);
  expect(readAmount('12.50', 'JPY', 'en')).toBe('12.50');
});

test('reads three decimals by the language’s decimal mark', () => {
  expect(readAmount('1.250', 'KWD', 'en')).toBe(1_250);
  expect(readAmount('1.250', 'KWD', 'es')).toBe(1_250_000);
  expect(readAmount('1,250', 'KWD', 'es')).toBe(1_250);
  expect(readAmount('1,250.500', 'KWD', 'es')).toBe(1_250_500);
});

test.each([
  [1_850, 'EUR', 'KWD', 18_500],
  [185_000, 'EUR', 'JPY', 1_850],
  [1_850, 'EUR', 'JPY', '18.5'],
  [1_850, 'JPY', 'EUR', 185_000],
  ['abc', 'EUR', 'JPY', 'abc'],
  [null, 'EUR', 'JPY', null],
])('reads %j of %s again in %s as %j', (amount, from, to, read) => {
  for (const language of LANGUAGES) expect(readAmount(amountText(amount, from), to, language)).toBe(read);
});
