import type { booking, ManagedBooking, PublicSlot, PublicSlots } from '#core/api/booking.ts';
import type { BodyInput, ResponseOf } from '#core/api/endpoint.ts';
import { isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';

export type BookingTypes = ResponseOf<typeof booking.types>;
export type HoldResponse = ResponseOf<typeof booking.hold>;
export type ManageBookingResponse = ResponseOf<typeof booking.managed>;

/** The calls of somebody who books. Each rejects with a Failure. */
export interface BookingApi {
  types: () => Promise<BookingTypes>;
  /** Free slots that begin at `from` or later and before `to`, epoch milliseconds: as many as are told at once. */
  slots: (typeId: string, from: number, to: number) => Promise<PublicSlots>;
  hold: (wish: BodyInput<typeof booking.hold>) => Promise<HoldResponse>;
  /** Also as the page is left. Nobody waits for the answer: what is not given back ends by itself. */
  release: (token: string) => void;
  book: (wish: BodyInput<typeof booking.book>) => Promise<ResponseOf<typeof booking.book>>;
  own: (token: string) => Promise<ManageBookingResponse>;
  /** Free slots that a booking can be moved to. */
  moves: (token: string, from: number, to: number) => Promise<PublicSlots>;
  reschedule: (token: string, start: number) => Promise<ManagedBooking>;
  cancel: (token: string, reason: string) => Promise<ManagedBooking>;
}

export function createBookingApi({ call, tell }: Pick<PublicApi, 'call' | 'tell'>, slug: string): BookingApi {
  const base = `/api/p/${encodeURIComponent(slug)}`;
  const own = (token: string) => `${base}/bookings/${encodeURIComponent(token)}`;
  const slotsAt = (path: string, query: Record<string, string | number>) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return call<PublicSlots>('GET', `${path}?${asked.toString()}`);
  };
  const changed = async (path: string, body: object) =>
    (await call<{ booking: ManagedBooking }>('POST', path, body)).booking;
  return {
    types: () => call('GET', `${base}/booking`),
    slots: (type, from, to) => slotsAt(`${base}/booking/slots`, { type, from, to }),
    hold: (wish) => call('POST', `${base}/booking/holds`, wish),
    release: (token) => tell(`${base}/booking/releases`, { token }),
    book: (wish) => call('POST', `${base}/booking`, wish),
    own: (token) => call('GET', own(token)),
    moves: (token, from, to) => slotsAt(`${own(token)}/slots`, { from, to }),
    reschedule: (token, start) => changed(`${own(token)}/reschedule`, { start }),
    cancel: (token, reason) => changed(`${own(token)}/cancel`, reason ? { reason } : {}),
  };
}

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
