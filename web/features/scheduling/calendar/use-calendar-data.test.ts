import { expect, it } from 'vitest';
import { mergeSpans } from './use-calendar-data.ts';

const span = (start: number, end: number) => ({ start, end });

it('merges overlapping and adjacent spans in any order', () => {
  expect(mergeSpans([span(5, 6), span(1, 3), span(2, 2.5), span(3, 4)])).toEqual([span(1, 4), span(5, 6)]);
  expect(mergeSpans([])).toEqual([]);
});
