import type { booking, PublicSlot, PublicSlots } from '#core/api/booking.ts';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { contracts, ShownContract, ShownQuestionnaire } from '#core/api/contracts.ts';
import type { BodyInput, ResponseOf } from '#core/api/endpoint.ts';
import { Failure, isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';

export type BookingTypes = ResponseOf<typeof booking.types>;
export type HoldResponse = ResponseOf<typeof booking.hold>;
export type ManageBookingResponse = ResponseOf<typeof booking.managed>;

/** Booking requests of a visitor. Each rejects with a `Failure`. */
export interface BookingApi {
  types: () => Promise<BookingTypes>;
  /**
   * Returns free slots that start in [`from`, `to`), epoch milliseconds. An answer may cover only a part, up to
   * `until`.
   */
  slots: (typeId: string, from: number, to: number) => Promise<PublicSlots>;
  hold: (body: BodyInput<typeof booking.hold>) => Promise<HoldResponse>;
  /**
   * Releases a hold, also while the page unloads. Nothing awaits the answer: a hold expires automatically if it is
   * lost.
   */
  release: (token: string) => void;
  book: (body: BodyInput<typeof booking.book>) => Promise<ResponseOf<typeof booking.book>>;
  /** Begins the payment that books the slot; continues at `url`. */
  checkout: (body: BodyInput<typeof booking.checkout>) => Promise<ResponseOf<typeof booking.checkout>>;
  checkoutState: (token: string) => Promise<ResponseOf<typeof booking.checkoutState>>;
  /** Begins the payment of something that is owed. Returns the address of its page. */
  pay: (token: string, item: string) => Promise<string>;
  own: (token: string) => Promise<ManageBookingResponse>;
  /** Returns free slots that the booking can move to. */
  moves: (token: string, from: number, to: number) => Promise<PublicSlots>;
  reschedule: (token: string, start: number) => Promise<ManagedBooking>;
  /** @param cancellation.returned what goes back, as the client read it */
  cancel: (token: string, cancellation: { reason: string; returned: number | undefined }) => Promise<ManagedBooking>;
  contract: (token: string, id: string) => Promise<ShownContract>;
  sign: (token: string, id: string, signature: BodyInput<typeof contracts.sign>) => Promise<ShownContract>;
  questionnaire: (token: string, id: string) => Promise<ShownQuestionnaire>;
  answer: (token: string, id: string, answers: ShownQuestionnaire['answers']) => Promise<ShownQuestionnaire>;
}

export function createBookingApi({ call, tell }: Pick<PublicApi, 'call' | 'tell'>, slug: string): BookingApi {
  const base = `/api/p/${encodeURIComponent(slug)}`;
  const bookingPath = (token: string) => `${base}/bookings/${encodeURIComponent(token)}`;
  const documentPath = (token: string, kind: 'contracts' | 'questionnaires', id: string) =>
    `${bookingPath(token)}/${kind}/${encodeURIComponent(id)}`;
  const slotsAt = (path: string, query: Record<string, string | number>) => {
    const searchParams = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return call<PublicSlots>('GET', `${path}?${searchParams.toString()}`);
  };
  const changed = async (path: string, body: object) =>
    (await call<{ booking: ManagedBooking }>('POST', path, body)).booking;
  return {
    types: () => call('GET', `${base}/booking`),
    slots: (type, from, to) => slotsAt(`${base}/booking/slots`, { type, from, to }),
    hold: (body) => call('POST', `${base}/booking/holds`, body),
    release: (token) => tell(`${base}/booking/releases`, { token }),
    book: (body) => call('POST', `${base}/booking`, body),
    checkout: (body) => call('POST', `${base}/booking/checkouts`, body),
    checkoutState: (token) => call('GET', `${base}/booking/checkouts/${encodeURIComponent(token)}`),
    pay: async (token, item) => (await call<{ url: string }>('POST', `${bookingPath(token)}/payments`, { item })).url,
    own: (token) => call('GET', bookingPath(token)),
    moves: (token, from, to) => slotsAt(`${bookingPath(token)}/slots`, { from, to }),
    reschedule: (token, start) => changed(`${bookingPath(token)}/reschedule`, { start }),
    contract: async (token, id) =>
      (await call<{ contract: ShownContract }>('GET', documentPath(token, 'contracts', id))).contract,
    sign: async (token, id, signature) =>
      (await call<{ contract: ShownContract }>('POST', `${documentPath(token, 'contracts', id)}/signature`, signature))
        .contract,
    questionnaire: async (token, id) =>
      (await call<{ questionnaire: ShownQuestionnaire }>('GET', documentPath(token, 'questionnaires', id)))
        .questionnaire,
    answer: async (token, id, answers) =>
      (await call<{ questionnaire: ShownQuestionnaire }>('PUT', documentPath(token, 'questionnaires', id), { answers }))
        .questionnaire,
    cancel: (token, { reason, returned }) =>
      changed(`${bookingPath(token)}/cancel`, {
        ...(reason && { reason }),
        ...(returned !== undefined && { returned }),
      }),
  };
}

/**
 * Returns free slots that start in [`from`, `to`), epoch milliseconds. An answer may cover only a part, up to `until`.
 */
export type SlotSource = (from: number, to: number) => Promise<PublicSlots>;

/** Delay before the single retry of a lost answer, milliseconds. A tunnel or a server restart may be over by then. */
const AGAIN_MS = 1000;

/**
 * Returns all free slots that start in a span. Requests several pages: a month of short sessions has thousands.
 * @throws Failure
 */
export async function fetchAllSlots(source: SlotSource, from: number, to: number): Promise<PublicSlot[]> {
  const { slots, until } = await fetchWithRetry(() => source(from, to));
  // An answer that covers nothing would be asked for without end.
  if (until <= from && until < to) throw new Failure('unavailable');
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
