/* Loads all of booking as one script: few visitors of a studio's pages come to book (design/quality.md, bar 12). */
export { BookableTypes } from './bookable-types.tsx';
export { BookingRoute } from './booking-route.tsx';
