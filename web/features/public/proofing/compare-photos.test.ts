import { describe, expect, it } from 'vitest';
import { addPhoto, bestColumns, swapPhoto } from './compare-photos.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];

describe('swapPhoto', () => {
  it('takes the next photo that is not shown', () => {
    expect(swapPhoto(['a', 'b'], 0, ORDER, 1)).toEqual(['c', 'b']);
    expect(swapPhoto(['e', 'd'], 0, ORDER, -1)).toEqual(['c', 'd']);
  });

  it('changes nothing at the end of the gallery', () => {
    expect(swapPhoto(['d', 'e'], 0, ORDER, 1)).toEqual(['d', 'e']);
    expect(swapPhoto(['a', 'b'], 1, ORDER, -1)).toEqual(['a', 'b']);
  });
});

describe('addPhoto', () => {
  it('adds the next photo, or the one before at the end', () => {
    expect(addPhoto(['b'], ORDER)).toEqual(['b', 'c']);
    expect(addPhoto(['d', 'e'], ORDER)).toEqual(['d', 'e', 'c']);
  });

  it('adds no fifth photo, and none twice', () => {
    expect(addPhoto(['a', 'b', 'c', 'd'], ORDER)).toEqual(['a', 'b', 'c', 'd']);
    expect(addPhoto(['a', 'b'], ['a', 'b'])).toEqual(['a', 'b']);
  });
});

describe('bestColumns', () => {
  const phone = { width: 375, height: 640 };
  const desk = { width: 1400, height: 800 };

  it('stacks two landscapes on a phone, and puts two portraits side by side on a desk', () => {
    expect(bestColumns([1.5, 1.5], phone, 60)).toBe(1);
    expect(bestColumns([0.67, 0.67], desk, 60)).toBe(2);
  });

  it('makes two rows of four landscapes, and one of four portraits, on a desk', () => {
    expect(bestColumns([1.5, 1.5, 1.5, 1.5], desk, 60)).toBe(2);
    expect(bestColumns([0.67, 0.67, 0.67, 0.67], desk, 60)).toBe(4);
  });
});
