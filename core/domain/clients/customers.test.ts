import { describe, expect, it } from 'vitest';
import { customerChanges, greetingName, newCustomer } from './customers.ts';
import { email } from '../values/email.ts';

const id = '0'.repeat(20);

describe('email', () => {
  it.each([
    ['ada@example.org', 'ada@example.org'],
    [' Ada@Example.ORG\n', 'ada@example.org'],
    ['a.b+tag@sub.example.cat', 'a.b+tag@sub.example.cat'],
  ])('parses %j', (input, expected) => {
    expect(email.parse(input)).toBe(expected);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'ada@example',
    `${'x'.repeat(250)}@example.org`,
    'a\u0000@example.org',
  ])('refuses %j', (input) => {
    expect(email.safeParse(input).success).toBe(false);
  });
});

describe('a customer', () => {
  it('requires only a name and an id', () => {
    expect(newCustomer.parse({ id, name: ' Ada ' })).toEqual({ id, name: 'Ada' });
    expect(newCustomer.safeParse({ id }).success).toBe(false);
    expect(newCustomer.safeParse({ name: 'Ada' }).success).toBe(false);
  });

  it.each([
    { email: '' },
    { phone: '+34 600 000 000' },
    { taxId: 'x'.repeat(60), tags: ['VIP'] },
    { language: null },
    { language: 'ca' },
    { name: 'x'.repeat(120) },
    {},
  ])('accepts the changes %j', (changes) => {
    expect(customerChanges.parse(changes)).toEqual(changes);
  });

  it.each([
    { email: ' ' },
    { email: null },
    { phone: 'x'.repeat(41) },
    // Notes have a mutation of their own.
    { notes: 'x' },
    { taxId: 'x'.repeat(61) },
    { address: '\udc00' },
    { language: 'CA' },
    { name: 'x'.repeat(121) },
    { name: ' ' },
    { id },
    { accountId: '0'.repeat(10) },
  ])('refuses the changes %j', (changes) => {
    expect(customerChanges.safeParse(changes).success).toBe(false);
  });
});

describe('the name of a greeting', () => {
  it.each([
    ['Núria Solé', 'Núria'],
    [' Dr. Anne-Sophie  O’Connor', 'Anne-Sophie'],
    ['Marta & Pol', 'Marta'],
    ['李小龍', '李小龍'],
    ['Your account is locked', 'Your'],
  ])('is one word of what only a form gave: %s', (name, first) => {
    expect(greetingName(name, false)).toBe(first);
  });

  it.each(['win.example', 'https://x.example', '600000000', 'me@example.org', 'x'.repeat(21), 'Dr.', ''])(
    'is left out if the word is none of a name: %j',
    (name) => expect(greetingName(name, false)).toBe(''),
  );

  it('is any name that the studio entered or its owner confirmed', () => {
    expect(greetingName('Estudi 21', true)).toBe('Estudi 21');
  });
});
