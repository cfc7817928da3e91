import { expect, test } from 'vitest';
import { contractState } from './contracts.ts';

const sent = { status: 'sent', needsCountersignature: false, countersignedAt: null } as const;

test.each([
  ['not sent', { status: 'draft' }, 'draft'],
  ['waiting for the client', {}, 'sent'],
  ['waiting for the client first of two', { needsCountersignature: true }, 'sent'],
  ['signed', { status: 'signed' }, 'signed'],
  ['waiting for the studio', { status: 'signed', needsCountersignature: true }, 'toCountersign'],
  ['signed by both', { status: 'signed', needsCountersignature: true, countersignedAt: 1 }, 'signedByBoth'],
  ['withdrawn', { status: 'withdrawn' }, 'withdrawn'],
] as const)('a contract is %s', (_what, over, expected) => {
  expect(contractState({ ...sent, ...over })).toBe(expected);
});
