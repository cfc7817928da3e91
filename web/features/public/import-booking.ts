export const importBooking = () => import('./booking/booking-pages.tsx');
