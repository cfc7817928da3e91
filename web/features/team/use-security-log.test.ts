import { describe, expect, it } from 'vitest';
import { mergeLogPages } from './security-log-page.tsx';

const event = (at: number) => ({ id: `e${at}`, at });
const events = (...times: number[]) => times.map(event);

describe('mergeLogPages', () => {
  it('returns the newest page alone at first', () => {
    expect(mergeLogPages(events(3, 2), [], 2)).toEqual(events(3, 2));
  });

  it('appends the pages loaded before', () => {
    expect(mergeLogPages(events(5, 4), events(5, 4, 3, 2), 2)).toEqual(events(5, 4, 3, 2));
  });

  it('keeps events that new ones pushed out of the newest page', () => {
    expect(mergeLogPages(events(6, 5), events(5, 4, 3), 2)).toEqual(events(6, 5, 4, 3));
  });

  it('starts again if events between the pages may be missing', () => {
    expect(mergeLogPages(events(9, 8), events(5, 4), 2)).toEqual(events(9, 8));
    expect(mergeLogPages(events(9), events(5, 4), 2)).toEqual(events(9, 5, 4));
  });

  it('orders events of the same time like the query', () => {
    const [a, b] = [
      { id: 'a', at: 1 },
      { id: 'b', at: 1 },
    ];
    expect(mergeLogPages([b], [b, a], 1)).toEqual([b, a]);
    expect(mergeLogPages([b], [a, b], 2)).toEqual([b, a]);
  });
});
