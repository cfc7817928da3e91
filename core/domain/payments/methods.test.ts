import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byHandOf, checkoutMethods, DEFAULT_METHODS, methodSettings, readMethods } from './methods.ts';
import { creditorReference, inGroups, isIban, transferCode } from './transfer-code.ts';

const IBAN = 'ES91 2100 0418 4502 0005 1332';
const ORDER = '0h2k4m6p8r0t2v4x6z8a';
const order = { orderId: ORDER, currency: 'EUR', studio: 'Llum & Mar' };

describe('an account number', () => {
  // Examples of the IBAN registry.
  it.each([IBAN, 'DE89370400440532013000', 'fr1420041010050500013m02606', 'NL91 ABNA 0417 1643 00'])(
    '%s is valid',
    (iban) => expect(isIban(iban)).toBe(true),
  );

  it.each(['ES91 2100 0418 4502 0005 1333', 'ES92 2100 0418 4502 0005 1332', 'ES91', '', 'hello'])(
    '%s is not valid',
    (iban) => expect(isIban(iban)).toBe(false),
  );

  it('is wrong after any one digit was changed', () => {
    const digits = IBAN.replaceAll(' ', '');
    fc.assert(
      fc.property(fc.integer({ min: 4, max: digits.length - 1 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const changed = String((Number(digits[at]) + by) % 10);
        return !isIban(digits.slice(0, at) + changed + digits.slice(at + 1));
      }),
    );
  });
});

describe('a creditor reference', () => {
  // ISO 11649's own example, and one of the Finnish banks' guide.
  it.each([
    ['539007547034', 'RF18539007547034'],
    ['2348231', 'RF712348231'],
  ])('of %s is %s', (id, reference) => expect(creditorReference(id)).toBe(reference));

  it('of an order has at most 25 characters, and groups of four', () => {
    const reference = creditorReference(ORDER);
    expect(reference).toMatch(/^RF\d{2}[0-9A-Z]{20}$/);
    expect(inGroups(reference).split(' ')).toEqual(expect.arrayContaining([reference.slice(0, 4)]));
  });
});

describe('the ways to pay without Stripe', () => {
  it('are those that the studio has filled in', () => {
    expect(byHandOf(DEFAULT_METHODS, order)).toBeNull();
    expect(byHandOf({ ...DEFAULT_METHODS, cash: true }, order)).toEqual({ transfer: null, bizum: null, cash: true });
    expect(byHandOf({ ...DEFAULT_METHODS, iban: IBAN, bizum: '+34 600 000 000' }, order)).toEqual({
      transfer: { iban: 'ES9121000418450200051332', holder: 'Llum & Mar', reference: creditorReference(ORDER) },
      bizum: '+34 600 000 000',
      cash: false,
    });
  });

  it('are not transfers and Bizum in another currency', () => {
    const settings = { ...DEFAULT_METHODS, iban: IBAN, bizum: '600' };
    expect(byHandOf(settings, { ...order, currency: 'GBP' })).toBeNull();
  });

  it('are read from what is stored, without a wrong account', () => {
    expect(readMethods(null)).toEqual(DEFAULT_METHODS);
    expect(readMethods({ iban: 'ES00', cash: true, online: ['bizum'] })).toEqual({
      ...DEFAULT_METHODS,
      cash: true,
      online: ['bizum'],
    });
    expect(methodSettings.safeParse({ ...DEFAULT_METHODS, iban: 'ES00' }).success).toBe(false);
    expect(methodSettings.safeParse({ ...DEFAULT_METHODS, holder: 'A\nB' }).success).toBe(false);
  });
});

it('a transfer’s code has the lines of the EPC’s guideline', () => {
  const { transfer } = byHandOf({ ...DEFAULT_METHODS, iban: IBAN, holder: 'Marta Roca' }, order)!;
  expect(transferCode(transfer!, { amount: 90_050, currency: 'EUR' }).split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Marta Roca',
    'ES9121000418450200051332',
    'EUR900.50',
    '',
    creditorReference(ORDER),
  ]);
});

it('a slot is paid by methods whose money arrives immediately', () => {
  expect(checkoutMethods(['bizum', 'sepa_debit'], { isSlot: true })).toEqual(['card', 'bizum']);
  expect(checkoutMethods(['bizum', 'sepa_debit'], { isSlot: false })).toEqual(['card', 'bizum', 'sepa_debit']);
  expect(checkoutMethods([], { isSlot: false })).toEqual(['card']);
});
