import { importTwice } from '#web/lib/browser/outdated-page.ts';

/** Loads all of booking as one script: few visitors of a studio come to book (docs/decisions/public-pages.md). */
export const importBooking = () => importTwice(() => import('./booking-route.tsx'));
