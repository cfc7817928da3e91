import { expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { accountId, rowId, userId } from '#core/domain/values/ids.ts';
import { CANARY, canaryMember, canaryToken } from './canary.ts';

const KEY = 'zero-api-key-of-tests';
const NOW = 1_800_000_000_000;

it('opens the studio of the canary alone, with a key before and after its rotation', () => {
  const { accountId: account, userId: user } = CANARY;
  expect(canaryMember(canaryToken(KEY, NOW), KEY, NOW)).toMatchObject({ accountId: account, userId: user });
  expect(canaryMember(canaryToken(KEY, NOW), `the-next-key-of-tests ${KEY}`, NOW)).not.toBeNull();
});

it.each([
  ['no token', null, NOW],
  ['a token of a person', 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', NOW],
  ['a token of another key', canaryToken('another-key-of-tests', NOW), NOW],
  ['an expired token', canaryToken(KEY, NOW), NOW + 5 * MINUTE_MS],
  ['a token that is valid for longer', canaryToken(KEY, NOW + MINUTE_MS), NOW],
  ['a token with another time', canaryToken(KEY, NOW).replace(/^canary\.\d+/, `canary.${NOW + MINUTE_MS}`), NOW],
])('refuses %s', (_, token, now) => {
  expect(canaryMember(token, KEY, now)).toBeNull();
});

it('has ids of the form of all others', () => {
  expect(accountId.parse(CANARY.accountId)).toBe(CANARY.accountId);
  expect(rowId.parse(CANARY.customerId)).toBe(CANARY.customerId);
  expect(userId.parse(CANARY.userId)).toBe(CANARY.userId);
});
