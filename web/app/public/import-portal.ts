import { importTwice } from '#web/lib/browser/outdated-page.ts';

export const importPortal = () => importTwice(() => import('#web/features/public/portal/portal-route.tsx'));
