import { expect, it } from 'vitest';
import { canSeeMoneyOf, mayHaveEmail } from './session-money.ts';

it.each([
  ['owner', 'other', true],
  ['admin', null, true],
  ['photographer', 'me', true],
  ['photographer', 'other', false],
  ['photographer', null, false],
  ['assistant', 'me', false],
] as const)('canSeeMoneyOf for %s and a session of %s is %s', (role, photographerId, may) => {
  expect(canSeeMoneyOf({ role, userId: 'me' }, { photographerId })).toBe(may);
});

it.each([
  ['owner', 'other', 'new@example.org', true],
  ['photographer', 'me', 'new@example.org', true],
  ['photographer', 'other', 'new@example.org', false],
  ['photographer', 'other', 'ADA@example.org', true],
  ['photographer', 'other', '', false],
] as const)('mayHaveEmail for %s, a client with a session of %s and "%s" is %s', (role, photographerId, to, may) => {
  const client = { email: 'ada@example.org', sessions: [{ photographerId: 'me' }, { photographerId }] };
  expect(mayHaveEmail({ role, userId: 'me' }, client, to)).toBe(may);
});
