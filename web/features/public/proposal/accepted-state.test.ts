import { describe, expect, it } from 'vitest';
import { acceptedState } from './accepted-state.ts';

const accepted = {
  at: 0,
  name: 'Núria Pla',
  total: 300,
  paid: 0,
  instalments: [],
  payments: [{ item: 'deposit', purpose: 'deposit' as const, amount: 100 }],
  byHand: null,
  isOnItsWay: false,
  signatures: { signed: 1, of: 2 },
};

describe('acceptedState', () => {
  it('asks for the first payment before anything else', () => {
    expect(acceptedState(accepted)).toBe('pay');
  });

  it('waits for the other signatures once a payment is made or on its way', () => {
    expect(acceptedState({ ...accepted, paid: 100 })).toBe('signatures');
    expect(acceptedState({ ...accepted, isOnItsWay: true })).toBe('signatures');
  });

  it('says whether something is to be paid later', () => {
    const signed = { ...accepted, signatures: null };
    expect(acceptedState({ ...signed, paid: 100 })).toBe('later');
    expect(acceptedState({ ...signed, payments: [] })).toBe('later');
    expect(acceptedState({ ...signed, paid: 300 })).toBe('done');
    expect(acceptedState({ ...signed, total: 0, payments: [] })).toBe('done');
  });
});
