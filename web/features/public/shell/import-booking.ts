export const importBooking = () => import('../booking/booking-entry.tsx');
