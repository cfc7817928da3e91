import { importTwice } from '#web/lib/browser/outdated-page.ts';

export const importPortal = () => importTwice(() => import('../portal/portal-route.tsx'));
