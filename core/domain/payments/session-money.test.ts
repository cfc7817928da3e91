import { expect, it } from 'vitest';
import { canSeeMoneyOf } from './session-money.ts';

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
