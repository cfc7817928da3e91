import { expect, test } from 'vitest';
import { isUnsettled } from './withdrawal-facts.ts';

test('a withdrawal is unsettled until the studio has dealt with it', () => {
  expect(isUnsettled(undefined)).toBe(false);
  expect(isUnsettled({ withdrawnAt: null, withdrawalSettledAt: null })).toBe(false);
  expect(isUnsettled({ withdrawnAt: 1, withdrawalSettledAt: null })).toBe(true);
  expect(isUnsettled({ withdrawnAt: 1, withdrawalSettledAt: 2 })).toBe(false);
});
