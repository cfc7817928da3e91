import { expect, it } from 'vitest';
import { canSeeMoneyOf } from './session-money.ts';

it.each([
  ['owner', 'other', true],
  ['admin', null, true],
  ['photographer', 'me', true],
  ['photographer', 'other', false],
  ['photographer', null, false],
  ['assistant', 'me', false],
] as const)('what a session earns, to %s, of %s: %s', (role, photographerId, may) => {
  expect(canSeeMoneyOf({ role, userId: 'me' }, { photographerId })).toBe(may);
});
