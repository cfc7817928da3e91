import { expect, it } from 'vitest';
import { stateText, stateTexts } from './plan-part.ts';

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

const ACCOUNT = { pausedAt: null, heldAt: null, planState: 'suspended', isUntold: false } as const;

it.each([
  [{}, ['states.suspended.text', 'states.suspended.visitors']],
  [{ pausedAt: 1 }, ['states.suspended.text', 'states.closed']],
  [{ heldAt: 1 }, ['states.suspended.text', 'states.closed']],
  [{ pausedAt: 1, isUntold: true }, ['states.suspended.text']],
] as const)('a plan that closes a studio with %o says of visitors only what is true', (facts, keys) => {
  expect(stateTexts({ ...PLAN, state: 'suspended' }, { ...ACCOUNT, ...facts }, NOW)).toEqual(keys);
});
