import type { OwnBooking } from '#core/api/booking.ts';

/** What a booking is to its client now. */
export type OwnState = 'inquiry' | 'booked' | 'declined' | 'cancelled' | 'over';

export function ownStateOf({ status, end }: Pick<OwnBooking, 'status' | 'end'>, now: number): OwnState {
  if (status === 'declined' || status === 'cancelled') return status;
  if (status === 'completed' || status === 'no_show' || end <= now) return 'over';
  return status === 'inquiry' ? 'inquiry' : 'booked';
}
