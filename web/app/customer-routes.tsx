import { lazy } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { ListDetail } from '#web/components/layout/list-detail.tsx';
import { CustomerPage } from '#web/features/customers/customer-page.tsx';
import type { CustomerPlaces } from '#web/features/customers/customer-places.ts';
import { CustomersPage } from '#web/features/customers/customers-page.tsx';
import { DashboardPage } from '#web/features/customers/dashboard-page.tsx';
import { DuplicatesPage } from '#web/features/customers/duplicates-page.tsx';
import { NewCustomerPage } from '#web/features/customers/new-customer-page.tsx';
import { CustomersTrashPage } from '#web/features/customers/trash-page.tsx';
import { CustomerMessages } from '#web/features/mails/customer-messages.tsx';
import { ClientsTabs } from './clients-tabs.tsx';
import { CustomerMoney } from './customer-money.tsx';
import { customerHref, galleryHref, newSessionHref, paths, sessionHref } from './paths.ts';
import { requireCapability } from './route-guard.tsx';

// With readers of other programs' files, which hardly any visit needs.
const ImportPage = lazy(async () => {
  const { ImportPage: component } = await import('#web/features/customers/importing/import-page.tsx');
  return { default: component };
});

const tabs = <ClientsTabs />;
const places: CustomerPlaces = {
  customers: paths.customers,
  newCustomer: paths.newCustomer,
  importCustomers: paths.importCustomers,
  trash: paths.customersTrash,
  duplicates: paths.duplicateCustomers,
  customerHref,
};

/** The clients: how the studio stands with them, who they are, bringing them in and putting them in order. */
export const customerRoutes: RouteObject[] = [
  { path: paths.clients, element: <Navigate to={paths.clientsDashboard} replace /> },
  {
    path: paths.clientsDashboard,
    element: requireCapability(
      'customers.read',
      <DashboardPage
        places={places}
        tabs={tabs}
        sessions={paths.sessions}
        newSession={newSessionHref()}
        sessionHref={sessionHref}
      />,
    ),
  },
  {
    path: paths.customers,
    element: requireCapability(
      'customers.read',
      <ListDetail list={<CustomersPage places={places} tabs={tabs} />} detail={paths.customer} />,
    ),
    children: [
      {
        path: paths.customer,
        element: (
          <CustomerPage
            places={places}
            galleryHref={galleryHref}
            sessionHref={sessionHref}
            newSessionHref={(customerId) => newSessionHref({ customerId })}
            payments={(customerId) => <CustomerMoney customerId={customerId} />}
            messages={(customerId) => <CustomerMessages customerId={customerId} />}
          />
        ),
      },
    ],
  },
  { path: paths.newCustomer, element: requireCapability('customers.write', <NewCustomerPage places={places} />) },
  { path: paths.importCustomers, element: requireCapability('customers.write', <ImportPage places={places} />) },
  { path: paths.duplicateCustomers, element: requireCapability('customers.write', <DuplicatesPage places={places} />) },
  { path: paths.customersTrash, element: requireCapability('customers.write', <CustomersTrashPage places={places} />) },
];
