import type { PublicSlot, PublicSlots } from '#core/api/booking.ts';
import { isFailure } from '../failure.ts';

/** Where free slots come from, for a span of epoch milliseconds: as many as are told at once. */
export type SlotSource = (from: number, to: number) => Promise<PublicSlots>;

/** A lost answer is asked for once more before anybody hears of it, when a tunnel or a restart may be over. */
const AGAIN_MS = 1000;

/** All free slots that begin in a span, in as many answers as they take: a month of short sessions has thousands. */
export async function fetchAllSlots(source: SlotSource, from: number, to: number): Promise<PublicSlot[]> {
  const { slots, until } = await fetchWithRetry(() => source(from, to));
  return until < to ? [...slots, ...(await fetchAllSlots(source, until, to))] : slots;
}

async function fetchWithRetry<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isFailure(error, 'network') && !isFailure(error, 'unavailable')) throw error;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return ask();
  }
}
