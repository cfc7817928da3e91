import { describe, expect, it } from 'vitest';
import type { ChoiceLine } from '#core/domain/payments/proposal-prices.ts';
import { lastPosition, moveLine, priceRange, viewProposal } from './proposal-view.ts';

const line = (id: string, values: Partial<ChoiceLine> = {}): ChoiceLine => ({
  id,
  position: 0,
  title: id,
  description: '',
  quantity: 1,
  unitAmount: 10_000,
  choice: 'fixed',
  groupName: '',
  ...values,
});

describe('viewProposal', () => {
  const at = (status: 'draft' | 'proposed' | 'accepted' | 'declined', validUntil: number | null = 2000) =>
    viewProposal({ status, validUntil }, 1000);

  it('names the state and the act that changes it', () => {
    expect(at('draft')).toEqual({ state: 'draft', act: 'send' });
    expect(at('proposed')).toEqual({ state: 'proposed', act: 'withdraw' });
    expect(at('proposed', 1000)).toEqual({ state: 'lapsed', act: 'withdraw' });
    expect(at('declined')).toEqual({ state: 'declined', act: 'withdraw' });
    expect(at('accepted')).toEqual({ state: 'accepted', act: null });
  });
});

describe('priceRange', () => {
  it('takes the cheapest of each group at least, and the dearest with all add-ons at most', () => {
    const lines = [
      line('travel', { unitAmount: 5_000 }),
      line('large', { choice: 'one_of', groupName: 'Coverage', unitAmount: 30_000 }),
      line('small', { choice: 'one_of', groupName: 'Coverage', unitAmount: 20_000 }),
      line('album', { choice: 'optional', quantity: 2 }),
    ];
    const none = { discountAmount: 0, discountPercent: 0 };
    expect(priceRange(lines, none)).toEqual({ least: 25_000, most: 55_000 });
    expect(priceRange(lines, { discountAmount: 0, discountPercent: 10 })).toEqual({ least: 22_500, most: 49_500 });
    const addOns = [line('album', { choice: 'optional', quantity: 2 }), line('print', { choice: 'optional' })];
    expect(priceRange(addOns, none)).toEqual({ least: 10_000, most: 30_000 });
    expect(priceRange([], none)).toEqual({ least: 0, most: 0 });
  });
});

describe('moveLine', () => {
  const lines = [line('a'), line('b', { position: 1000 }), line('c', { position: 2000 })];

  it('swaps a line with its neighbour', () => {
    expect(moveLine(lines, 'b', -1)).toEqual([
      { id: 'b', position: 0 },
      { id: 'a', position: 1000 },
    ]);
    expect(moveLine(lines, 'c', 1)).toEqual([]);
    expect(moveLine(lines, 'a', -1)).toEqual([]);
  });

  it('gives lines at one position positions of their own', () => {
    expect(moveLine([line('a'), line('b'), line('c')], 'b', -1)).toEqual([
      { id: 'a', position: 1000 },
      { id: 'c', position: 2000 },
    ]);
  });

  it('adds at the end', () => {
    expect(lastPosition([])).toBe(0);
    expect(lastPosition(lines)).toBe(3000);
  });
});
