import { expect, test } from 'vitest';
import { contractState } from './contracts.ts';
import { countSignatures } from './signatures.ts';

const sent = {
  status: 'sent',
  signers: [{ signedAt: null }],
  needsCountersignature: false,
  countersignedAt: null,
} as const;

test.each([
  ['not sent', { status: 'draft' }, 'draft'],
  ['waiting for the client', {}, 'sent'],
  ['waiting for the client first of two', { needsCountersignature: true }, 'sent'],
  ['waiting for two clients', { signers: [{ signedAt: null }, { signedAt: null }] }, 'partlySigned'],
  ['signed by one of two clients', { signers: [{ signedAt: 1 }, { signedAt: null }] }, 'partlySigned'],
  [
    'withdrawn after one of two signed',
    { status: 'withdrawn', signers: [{ signedAt: 1 }, { signedAt: null }] },
    'withdrawn',
  ],
  ['signed', { status: 'signed' }, 'signed'],
  ['waiting for the studio', { status: 'signed', needsCountersignature: true }, 'toCountersign'],
  ['signed by both', { status: 'signed', needsCountersignature: true, countersignedAt: 1 }, 'signedByBoth'],
  ['withdrawn', { status: 'withdrawn' }, 'withdrawn'],
] as const)('a contract is %s', (_what, over, expected) => {
  expect(contractState({ ...sent, ...over })).toBe(expected);
});

test('signatures are counted where several people sign', () => {
  expect(countSignatures([{ signedAt: null }])).toBeNull();
  expect(countSignatures([{ signedAt: 1 }, { signedAt: null }])).toEqual({ signed: 1, of: 2 });
});
