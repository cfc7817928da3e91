import { describe, expect, it } from 'vitest';
import { accountChanges, accountSettings, newAccount } from './accounts.ts';

const good = { name: 'Nora', slug: 'nora', currency: 'EUR', timeZone: 'Europe/Madrid', language: 'ca' };

describe('a new account', () => {
  it('is parsed with all fields', () => {
    expect(newAccount.parse({ ...good, name: ' Nora ', slug: ' NORA ' })).toEqual(good);
    for (const field of Object.keys(good))
      expect(newAccount.safeParse({ ...good, [field]: undefined }).success, field).toBe(false);
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(81) },
    { slug: 'no' },
    { currency: 'eur' },
    { currency: 'EURO' },
    { timeZone: 'Mars/Base' },
    { language: 'fr' },
    { role: 'owner' },
    { members: [] },
  ])('is refused with %j', (wrong) => {
    expect(newAccount.safeParse({ ...good, ...wrong }).success).toBe(false);
  });
});

describe('account changes', () => {
  it.each([{ name: 'Nora' }, { language: 'es' }, { timeZone: 'UTC' }, { settings: { later: { key: [1, null] } } }])(
    'accept %j',
    (changes) => {
      expect(accountChanges.parse(changes)).toEqual(changes);
    },
  );

  it.each([{}, { members: [] }, { role: 'owner' }, { id: '0'.repeat(10) }, { slug: 'other' }, { currency: 'euro' }])(
    'refuse %j',
    (changes) => {
      expect(accountChanges.safeParse(changes).success).toBe(false);
    },
  );

  it('refuse a __proto__ key', () => {
    expect(accountChanges.safeParse(JSON.parse('{"name": "Nora", "__proto__": {"role": "owner"}}')).success).toBe(
      false,
    );
  });

  it('limit the size of settings', () => {
    expect(accountSettings.safeParse({ text: 'x'.repeat(16_000) }).success).toBe(true);
    expect(accountSettings.safeParse({ text: 'x'.repeat(16_384) }).success).toBe(false);
    expect(accountSettings.safeParse({ ['k'.repeat(65)]: 1 }).success).toBe(false);
    expect(accountSettings.safeParse({ now: () => 1 }).success).toBe(false);
  });
});
