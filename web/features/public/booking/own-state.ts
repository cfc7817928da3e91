import type { ManagedBooking } from '#core/api/booking.ts';

/** What a booking is to its client now. */
export type BookingState = 'inquiry' | 'booked' | 'declined' | 'cancelled' | 'over';

export function bookingState({ status, end }: Pick<ManagedBooking, 'status' | 'end'>, now: number): BookingState {
  if (status === 'declined' || status === 'cancelled') return status;
  if (status === 'completed' || status === 'no_show' || end <= now) return 'over';
  return status === 'inquiry' ? 'inquiry' : 'booked';
}
