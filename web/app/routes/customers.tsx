import { lazy } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { ListDetail } from '#web/components/layout/list-detail.tsx';
import { CustomerPage } from '#web/features/customers/customer-page.tsx';
import { CustomersPage } from '#web/features/customers/customers-page.tsx';
import { DashboardPage } from '#web/features/customers/dashboard-page.tsx';
import { DuplicatesPage } from '#web/features/customers/duplicates-page.tsx';
import { NewCustomerPage } from '#web/features/customers/new-customer-page.tsx';
import { CustomersTrashPage } from '#web/features/customers/trash-page.tsx';
import { LeadPage } from '#web/features/leads/lead-page.tsx';
import { LeadsPage } from '#web/features/leads/leads-page.tsx';
import { CustomerMessages } from '#web/features/messages/message-list.tsx';
import { CustomerPayments } from '#web/features/payments/customer-payments.tsx';
import { OrdersSection } from '#web/features/payments/orders-section.tsx';
import { CustomerProposals, LeadProposals } from '#web/features/proposals/proposal-panels.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';
import { ClientsTabs } from '../tabs.tsx';

/** A client's proposals and payments, for roles that may see money; other roles run no query. */
function CustomerMoney({ customerId, name }: { customerId: string; name: string }) {
  const { role } = useAccount();
  if (!can(role, 'money.read')) return null;
  return (
    <>
      <CustomerProposals customerId={customerId} name={name} />
      <OrdersSection of={{ customerId }} customerId={customerId} />
      <CustomerPayments customerId={customerId} />
    </>
  );
}

/** A lead's proposals, for roles that may see money. */
function LeadMoney({ lead }: Parameters<typeof LeadProposals>[0]) {
  const { role } = useAccount();
  return can(role, 'money.read') ? <LeadProposals lead={lead} /> : null;
}

// Lazy: it includes the parsers of CSV and vCard, which few visits need.
const CustomersImport = lazy(async () => {
  const { CustomersImport: component } = await importTwice(
    () => import('#web/features/imports/page/customers-import.tsx'),
  );
  return { default: component };
});

const tabs = <ClientsTabs />;

/** Routes of the clients: dashboard, list, import, duplicates, trash, inquiries. */
export const customerRoutes: RouteObject[] = [
  { path: paths.clients, element: <Navigate to={paths.clientsDashboard} replace /> },
  {
    path: paths.clientsDashboard,
    element: requireCapability('customers.read', <DashboardPage tabs={tabs} />),
  },
  {
    path: paths.customers,
    element: requireCapability(
      'customers.read',
      <ListDetail list={<CustomersPage tabs={tabs} />} detail={paths.customer} />,
    ),
    children: [
      {
        path: paths.customer,
        element: (
          <CustomerPage
            payments={({ id, name }) => <CustomerMoney customerId={id} name={name} />}
            messages={(customerId) => <CustomerMessages customerId={customerId} />}
          />
        ),
      },
    ],
  },
  {
    path: paths.leads,
    element: requireCapability('customers.read', <ListDetail list={<LeadsPage tabs={tabs} />} detail={paths.lead} />),
    children: [{ path: paths.lead, element: <LeadPage proposals={(lead) => <LeadMoney lead={lead} />} /> }],
  },
  { path: paths.newCustomer, element: requireCapability('customers.write', <NewCustomerPage />) },
  { path: paths.importCustomers, element: requireCapability('customers.write', <CustomersImport />) },
  { path: paths.duplicateCustomers, element: requireCapability('customers.write', <DuplicatesPage />) },
  { path: paths.customersTrash, element: requireCapability('customers.write', <CustomersTrashPage />) },
];
