import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WITHDRAWAL_KINDS, type WithdrawalKind } from './products.ts';
import { withdrawalOf } from './withdrawal.ts';
import { digitalLines, rightsToTell } from './withdrawal-terms.ts';

const line = (title: string, withdrawal: WithdrawalKind | null = null, amount = 100, source = `product:${title}`) => ({
  title,
  withdrawal,
  amount,
  source,
});

describe('what is told of the right to withdraw before an order', () => {
  it('is one sentence without titles where all lines have the same right', () => {
    const lines = [line('Wedding'), line('Travel', 'service')];
    expect(rightsToTell(lines, { isDated: true, offersDated: true })).toEqual([{ right: 'service', titles: [] }]);
    expect(rightsToTell(lines, { isDated: true, offersDated: false })).toEqual([{ right: 'dated', titles: [] }]);
  });

  it('names the lines of each right, the lines without any last', () => {
    const lines = [line('Files', 'digital'), line('Album', 'made_to_order'), line('Frame', 'returnable'), line('Day')];
    expect(rightsToTell(lines, { isDated: true, offersDated: false })).toEqual([
      { right: 'returnable', titles: ['Frame'] },
      { right: 'made_to_order', titles: ['Album'] },
      { right: 'digital', titles: ['Files'] },
      { right: 'dated', titles: ['Day'] },
    ]);
  });

  it('is the right of a service for extra photos, whatever the session', () => {
    const extras = [line('', null, 900, 'list:one')];
    expect(rightsToTell(extras, { isDated: true, offersDated: false })).toEqual([{ right: 'service', titles: [] }]);
  });

  it('is nothing for what costs nothing', () => {
    expect(rightsToTell([line('Gift', null, 0)], { isDated: true, offersDated: true })).toEqual([]);
  });

  it('promises a right exactly for the lines that can be withdrawn from once they are ordered', () => {
    const kind = fc.constantFrom(null, ...WITHDRAWAL_KINDS);
    const source = fc.constantFrom('price', 'list:', 'product:');
    const order = fc.array(fc.record({ withdrawal: kind, source, amount: fc.integer({ min: 0, max: 9 }) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(order, fc.boolean(), fc.boolean(), (parts, isDated, offersDated) => {
        const lines = parts.map((part, index) => ({ ...part, source: part.source + index, title: String(index) }));
        const told = rightsToTell(lines, { isDated, offersDated });
        const placed = withdrawalOf(
          {
            concludedAt: 0,
            withdrawnAt: null,
            isSettled: false,
            session: isDated ? { status: 'scheduled' } : null,
            digitalSources: digitalLines(lines).map((one) => one.source),
            lines: lines.map((one, position) => ({
              ...one,
              position,
              isCorrection: false,
              productId: null,
              quantity: 1,
              unitAmount: null,
              discount: 0,
              createdAt: 0,
            })),
          },
          { zone: 'Europe/Madrid', offersDated },
          0,
        );
        const charged = lines.filter(({ amount }) => amount > 0);
        const promised = told
          .filter(({ right }) => right === 'service' || right === 'returnable')
          .flatMap(({ titles }) => (titles.length > 0 ? titles : charged.map(({ title }) => title)));
        const open = placed.state === 'open' ? placed.lines.map(({ title }) => title) : [];
        expect(promised.toSorted()).toEqual(open.toSorted());
      }),
    );
  });
});
