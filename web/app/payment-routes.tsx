import type { RouteObject } from 'react-router-dom';
import { PaymentsPage } from '#web/features/payments/payments-page.tsx';
import { ClientsTabs } from './clients-tabs.tsx';
import { paths, sessionHref } from './paths.ts';
import { requireCapability } from './route-guard.tsx';

/** What came in and what is owed; not for those who see no money. */
export const paymentRoutes: RouteObject[] = [
  {
    path: paths.payments,
    element: requireCapability('money.read', <PaymentsPage tabs={<ClientsTabs />} sessionHref={sessionHref} />),
  },
];
