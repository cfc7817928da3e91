import { expect, it } from 'vitest';
import { stateText } from './plan-part.ts';

it.each([
  ['active', 'visa 4242', 'states.active.text'],
  ['active', '', 'states.active.noCard'],
  ['trialing', '', 'states.trialing.text'],
] as const)('a plan that is %s with the card “%s” is explained by %s', (state, card, key) => {
  expect(stateText({ state, card })).toBe(key);
});
