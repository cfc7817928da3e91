import { describe, expect, it } from 'vitest';
import { mergeLogPages } from './use-security-log.ts';

const event = (at: number) => ({ id: `e${at}`, at });
const events = (...times: number[]) => times.map(event);

describe('joinLog', () => {
  it('is the newest alone until more is asked for', () => {
    expect(mergeLogPages(events(3, 2), [], 2)).toEqual(events(3, 2));
  });

  it('goes on below the newest with what was shown', () => {
    expect(mergeLogPages(events(5, 4), events(5, 4, 3, 2), 2)).toEqual(events(5, 4, 3, 2));
  });

  it('loses nothing that an arrival has pushed out of the newest', () => {
    expect(mergeLogPages(events(6, 5), events(5, 4, 3), 2)).toEqual(events(6, 5, 4, 3));
  });

  it('begins anew when so many have come that some may be missing between', () => {
    expect(mergeLogPages(events(9, 8), events(5, 4), 2)).toEqual(events(9, 8));
    expect(mergeLogPages(events(9), events(5, 4), 2)).toEqual(events(9, 5, 4));
  });

  it('orders events of one moment as the query does', () => {
    const [a, b] = [
      { id: 'a', at: 1 },
      { id: 'b', at: 1 },
    ];
    expect(mergeLogPages([b], [b, a], 1)).toEqual([b, a]);
    expect(mergeLogPages([b], [a, b], 2)).toEqual([b, a]);
  });
});
