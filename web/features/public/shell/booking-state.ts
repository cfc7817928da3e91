import type { ManagedBooking } from '#core/api/managed-booking.ts';

/**
 * State of a booking as its client sees it. `withdrawn`: the client took a request back; `withdrawnFrom`: the client has
 * withdrawn from the contract, and the studio has not settled that yet.
 */
type BookingState = 'inquiry' | 'booked' | 'withdrawnFrom' | 'declined' | 'withdrawn' | 'cancelled' | 'over';

type StateFacts = Pick<ManagedBooking, 'status' | 'end'> & {
  isByClient?: boolean;
  withdrawal?: ManagedBooking['withdrawal'] | undefined;
};

export function bookingState({ status, end, isByClient = false, withdrawal }: StateFacts, now: number): BookingState {
  if (status === 'declined' && isByClient) return 'withdrawn';
  if (status === 'declined' || status === 'cancelled') return status;
  if (status === 'completed' || status === 'no_show' || end <= now) return 'over';
  if (status === 'inquiry') return 'inquiry';
  return withdrawal?.state === 'declared' && withdrawal.endsOrder ? 'withdrawnFrom' : 'booked';
}
