import { expect, it } from 'vitest';
import {
  ADDED_ROLES,
  addresseeName,
  ALL_ROLES,
  contactFields,
  isAddressTaken,
  recipientsOf,
  rightsOf,
} from './contacts.ts';

const anna = { id: 'a', position: 0, email: 'anna@example.org', ...ALL_ROLES };
const marc = { id: 'b', position: 1, email: 'marc@example.org', ...ADDED_ROLES };

it('mails go to the contacts with the role, the first contact first', () => {
  expect(recipientsOf([marc, anna], 'receives').map(({ id }) => id)).toEqual(['a', 'b']);
  expect(recipientsOf([marc, anna], 'pays').map(({ id }) => id)).toEqual(['a']);
  expect(recipientsOf([anna, { ...marc, position: -1 }], 'receives').map(({ id }) => id)).toEqual(['b', 'a']);
});

it('mails go to the first contact if no contact with an address has their role', () => {
  expect(recipientsOf([{ ...anna, pays: false }, marc], 'pays').map(({ id }) => id)).toEqual(['a']);
  expect(
    recipientsOf(
      [
        { ...anna, email: '' },
        { ...marc, receives: false },
      ],
      'receives',
    ),
  ).toEqual([]);
});

it('an address of two contacts gets one mail', () => {
  expect(recipientsOf([anna, { ...marc, email: 'Anna@Example.org' }], 'receives').map(({ id }) => id)).toEqual(['a']);
});

it('a mail greets its reader, and those whom no other address reaches', () => {
  const couple = [
    { ...anna, name: 'Anna' },
    { ...marc, email: '', name: 'Marc' },
  ];
  const greet = (language: 'en' | 'es' | 'ca', role: 'receives' | 'pays' = 'receives') =>
    addresseeName(couple, { id: 'a', role, language });
  expect([greet('en'), greet('es'), greet('ca'), greet('en', 'pays')]).toEqual([
    'Anna and Marc',
    'Anna y Marc',
    'Anna i Marc',
    'Anna',
  ]);
  const apart = [couple[0]!, { ...couple[1]!, email: 'marc@example.org' }];
  expect(addresseeName(apart, { id: 'a', role: 'receives', language: 'en' })).toBe('Anna');
  expect(addresseeName(apart, { id: 'b', role: 'receives', language: 'en' })).toBe('Marc');
  expect(addresseeName([{ ...anna, name: '' }], { id: null, role: 'receives', language: 'en' })).toBe('');
});

it('a contact has their own roles, and those that no other contact has', () => {
  expect(rightsOf([anna, marc], 'b')).toEqual(ADDED_ROLES);
  expect(rightsOf([{ ...anna, pays: false }, marc], 'a')).toMatchObject({ pays: true });
  expect(rightsOf([anna, marc], null)).toEqual(ALL_ROLES);
  for (const contacts of [[anna, marc], [anna]]) {
    expect(rightsOf(contacts, 'gone')).toEqual({ receives: true, chooses: false, signs: false, pays: false });
  }
  expect(rightsOf([{ ...marc, chooses: false }], 'b')).toEqual(ALL_ROLES);
});

it('an address is taken by another contact, whatever its case', () => {
  expect(isAddressTaken([anna, marc], { id: 'c', email: 'MARC@example.org' })).toBe(true);
  expect(isAddressTaken([anna, marc], marc)).toBe(false);
  expect(isAddressTaken([{ id: 'a', email: '' }], { id: 'c', email: '' })).toBe(false);
});

it.each(['https://x.example', 'two\nlines', 'x'.repeat(121)])('refuses the name %j', (name) => {
  expect(contactFields.shape.name.safeParse(name).success).toBe(false);
});
