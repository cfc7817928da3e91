import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { acceptedState } from './accepted-state.ts';

const NOW = 1_000 * DAY_MS;
const payments = [{ item: 'deposit', purpose: 'deposit' as const, amount: 100 }];
const accepted = {
  at: NOW,
  name: 'Núria Pla',
  ended: null,
  total: 300,
  paid: 0,
  mayPay: true,
  instalments: [],
  payments,
  byHand: null,
  isOnItsWay: false,
  signatures: { signed: 1, of: 2, isAwaitingYou: false },
  withdrawal: null,
};
const dueIn = (days: number) => [{ amount: 100, dueAt: NOW + days * DAY_MS, paid: 0, isNext: true }];
const state = (changes: Partial<Parameters<typeof acceptedState>[0]>) =>
  acceptedState({ ...accepted, ...changes }, NOW);

describe('acceptedState', () => {
  it('asks a visitor who has not signed for the signature, also before the first payment', () => {
    const signatures = { signed: 1, of: 2, isAwaitingYou: true };
    expect(state({ signatures })).toBe('sign');
    expect(state({ signatures, paid: 100 })).toBe('sign');
  });

  it('asks those who have signed for the first payment', () => {
    expect(state({})).toBe('pay');
    expect(state({ instalments: dueIn(0) })).toBe('pay');
    expect(state({ instalments: dueIn(1) })).toBe('pay');
  });

  it('does not ask now for a part that is due later', () => {
    expect(state({ instalments: dueIn(2), signatures: null })).toBe('later');
    expect(state({ instalments: dueIn(2) })).toBe('signatures');
  });

  it('waits for the other signatures once a payment is made or on its way', () => {
    expect(state({ paid: 100 })).toBe('signatures');
    expect(state({ isOnItsWay: true })).toBe('signatures');
  });

  it('says whether something is to be paid later, or nothing', () => {
    const signed = { signatures: null };
    expect(state({ ...signed, paid: 100, instalments: dueIn(30) })).toBe('later');
    expect(state({ ...signed, paid: 100, instalments: dueIn(0) })).toBe('due');
    expect(state({ ...signed, paid: 100 })).toBe('due');
    expect(state({ ...signed, paid: 300 })).toBe('done');
    expect(state({ ...signed, total: 0, payments: [] })).toBe('free');
  });

  it('says that a payment that is due cannot be made on the page', () => {
    const noWay = { signatures: null, payments: [] };
    expect(state(noWay)).toBe('unpayable');
    expect(state({ ...noWay, instalments: dueIn(0) })).toBe('unpayable');
    expect(state({ ...noWay, instalments: dueIn(9) })).toBe('later');
  });

  it('says nothing of payments to those who do not pay, and while one is on its way', () => {
    const signed = { signatures: null, payments: [] };
    expect(state({ ...signed, mayPay: false })).toBe('placed');
    expect(state({ ...signed, mayPay: false, instalments: dueIn(9) })).toBe('placed');
    expect(state({ ...signed, isOnItsWay: true })).toBe('placed');
  });

  it('says first that the booking was cancelled, or that the client has withdrawn', () => {
    for (const ended of ['cancelled', 'withdrawn'] as const) expect(state({ ended })).toBe(ended);
  });
});
