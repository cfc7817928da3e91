import { expect, it } from 'vitest';
import { selectionProgress } from './selection-progress.ts';
import { ALBUM, pickOf, viewOf } from './test-view.ts';

it('counts a photo once, also if several people picked it, with its price beyond the included ones', () => {
  const picks = [
    pickOf('one'),
    pickOf('one', { personId: 'pau' }),
    pickOf('two'),
    pickOf('three', { personId: 'pau' }),
    pickOf('four', { state: 'maybe' }),
  ];
  const list = { ...ALBUM, minCount: 5, includedCount: 1, extraPrice: { amount: 1500, currency: 'EUR' } };
  expect(selectionProgress(viewOf({ picks }), list)).toEqual({
    count: 3,
    target: 1,
    missing: 2,
    extra: { count: 2, amount: 3000 },
  });
});

it('misses one photo in an empty selection without a minimum', () => {
  expect(selectionProgress(viewOf(), ALBUM)).toMatchObject({ count: 0, target: null, missing: 1 });
});
