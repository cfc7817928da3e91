import { expect, it } from 'vitest';
import { stateText } from './plan-part.ts';

it.each([
  ['active', 'visa 4242', null, 'states.active.text'],
  ['active', '', null, 'states.active.noCard'],
  ['trialing', '', null, 'states.trialing.text'],
  ['read_only', 'visa 4242', 1, 'states.read_only.text'],
  ['read_only', 'visa 4242', null, 'states.read_only.prices'],
] as const)('a plan that is %s with the card “%s” until %s is explained by %s', (state, card, nextStateAt, key) => {
  expect(stateText({ state, card, nextStateAt })).toBe(key);
});
