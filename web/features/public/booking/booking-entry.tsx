/* Loads all of booking as one script: few visitors of a studio come to book (docs/decisions/public-pages.md). */
export { BookableTypes } from './bookable-types.tsx';
export { BookingRoute } from './booking-route.tsx';
