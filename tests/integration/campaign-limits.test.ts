import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tally } from '../campaigns/load/tally.ts';
import { within } from '../support/within.ts';

describe('A campaign of load', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('counts a request without an answer as a fault that names it', async () => {
    const shown = vi.spyOn(console, 'error').mockReturnValue();
    const tally = new Tally('test');
    const answer = tally.time('a page', () => new Promise(() => {}));
    await vi.runAllTimersAsync();
    expect(await answer).toBeUndefined();
    expect(shown).toHaveBeenCalledWith('fault: a page: an answer did not come within 120 s');
    expect(tally.figures()).toContainEqual(expect.objectContaining({ what: 'requests that failed', value: 1 }));
    shown.mockRestore();
  });

  it('describes what it waits for as it is at the limit', async () => {
    let state = 'connecting';
    const waiting = expect(within(30_000, () => `a list (${state})`, new Promise(() => {}))).rejects.toThrow(
      'a list (error) did not come within 30 s',
    );
    state = 'error';
    await vi.runAllTimersAsync();
    await waiting;
  });

  it('leaves no timer behind an answer in time', async () => {
    expect(await within(30_000, 'an answer', Promise.resolve('rows'))).toBe('rows');
    expect(vi.getTimerCount()).toBe(0);
  });
});
