import { importTwice } from '#web/lib/browser/outdated-page.ts';

export const importBooking = () => importTwice(() => import('./booking-entry.tsx'));
