import { expect, it } from 'vitest';
import { stateText } from './plan-part.ts';

const PLAN = {
  state: 'active',
  card: 'visa 4242',
  nextStateAt: null,
  prices: 1,
  pricesEndAt: null,
} as const;
const NOW = Date.UTC(2028, 3, 1);
const [BEGUN, LATER] = [NOW, NOW + 1];

it.each([
  [{}, 'states.active.text'],
  [{ card: '' }, 'states.active.noCard'],
  [{ pricesEndAt: LATER }, 'states.active.text'],
  [{ state: 'trialing', card: '', prices: null }, 'states.trialing.text'],
  [{ state: 'trialing', card: '' }, 'states.trialing.accepted'],
  [{ state: 'read_only', nextStateAt: 1 }, 'states.read_only.text'],
  [{ state: 'read_only', nextStateAt: 1, pricesEndAt: LATER }, 'states.read_only.text'],
  [{ state: 'read_only', pricesEndAt: BEGUN }, 'states.read_only.prices'],
  [{ state: 'read_only', nextStateAt: 1, pricesEndAt: BEGUN }, 'states.read_only.both'],
  [{ state: 'suspended', pricesEndAt: BEGUN }, 'states.suspended.text'],
] as const)('a plan with %o is explained by %s', (plan, key) => {
  expect(stateText({ ...PLAN, ...plan }, NOW)).toBe(key);
});
