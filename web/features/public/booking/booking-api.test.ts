import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicSlot } from '#core/api/booking.ts';
import { Failure } from '../shell/failure.ts';
import { fetchAllSlots, type SlotSource } from './booking-api.ts';

const slot = (start: number): PublicSlot => ({ start, end: start + 1, seatsLeft: 1, place: '' });
const starts = (slots: readonly PublicSlot[]) => slots.map(({ start }) => start);

describe('fetchAllSlots', () => {
  it('requests further pages until the whole span is covered', async () => {
    const source = vi
      .fn<SlotSource>()
      .mockResolvedValueOnce({ slots: [slot(1), slot(2)], until: 30 })
      .mockResolvedValueOnce({ slots: [], until: 60 })
      .mockResolvedValueOnce({ slots: [slot(70)], until: 100 });
    expect(starts(await fetchAllSlots(source, 0, 100))).toEqual([1, 2, 70]);
    expect(source.mock.calls).toEqual([
      [0, 100],
      [30, 100],
      [60, 100],
    ]);
  });

  it('refuses an answer that covers nothing', async () => {
    const source = vi.fn<SlotSource>().mockResolvedValue({ slots: [], until: 0 });
    await expect(fetchAllSlots(source, 0, 100)).rejects.toMatchObject({ code: 'unavailable' });
    expect(source).toHaveBeenCalledTimes(1);
  });

  describe('retry', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const fetchResult = async (source: SlotSource) => {
      const answer = fetchAllSlots(source, 0, 100).then(starts, (error: Failure) => error.code);
      await vi.runAllTimersAsync();
      return answer;
    };

    it.each(['network', 'unavailable'] as const)('retries once after %s with a delay of 1 s', async (code) => {
      const source = vi.fn<SlotSource>().mockRejectedValueOnce(new Failure(code));
      source.mockResolvedValue({ slots: [slot(1)], until: 100 });
      const answer = fetchAllSlots(source, 0, 100);
      await vi.advanceTimersByTimeAsync(500);
      expect(source).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(500);
      expect(starts(await answer)).toEqual([1]);
      expect(source).toHaveBeenCalledTimes(2);
    });

    it('rejects if the retry fails too', async () => {
      const source = vi.fn<SlotSource>().mockRejectedValue(new Failure('network'));
      expect(await fetchResult(source)).toBe('network');
      expect(source).toHaveBeenCalledTimes(2);
    });

    it('does not retry a refusal', async () => {
      const source = vi.fn<SlotSource>().mockRejectedValue(new Failure('booking_closed'));
      expect(await fetchResult(source)).toBe('booking_closed');
      expect(source).toHaveBeenCalledTimes(1);
    });
  });
});
