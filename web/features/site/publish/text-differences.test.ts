import { expect, it } from 'vitest';
import { textDifferences } from './text-differences.ts';

it('names texts that only one of two pages has, each once and in order', () => {
  const [before, now] = [
    ['Home', 'Old', 'Same', 'Old'],
    ['Home', 'Same', 'New', 'Newer'],
  ];
  expect(textDifferences(before, now)).toEqual({ removed: ['Old'], added: ['New', 'Newer'] });
  expect(textDifferences(now, now)).toEqual({ removed: [], added: [] });
});
