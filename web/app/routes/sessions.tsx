import { lazy } from 'react';
import { type RouteObject, useParams } from 'react-router-dom';
import { rowId } from '#core/domain/values/ids.ts';
import { can } from '#core/domain/studio/roles.ts';
import { ListDetail } from '#web/components/layout/list-detail.tsx';
import { SessionAutomations } from '#web/features/automations/session-automations.tsx';
import { SessionDocuments } from '#web/features/documents/session-documents.tsx';
import { SessionMessages } from '#web/features/messages/message-list.tsx';
import { OrderPage } from '#web/features/payments/order-page.tsx';
import { PaymentsPage } from '#web/features/payments/payments-page.tsx';
import { ProposalsPage } from '#web/features/proposals/list/proposals-page.tsx';
import { OrderProposal } from '#web/features/proposals/proposal-panels.tsx';
import { ProposalPage } from '#web/features/proposals/proposal-page.tsx';
import { SessionPayments } from '#web/features/payments/session-payments.tsx';
import { NewSessionPage } from '#web/features/sessions/new-session-page.tsx';
import { SessionPage } from '#web/features/sessions/session-page.tsx';
import { SessionsPage } from '#web/features/sessions/sessions-page.tsx';
import { SessionsTrashPage } from '#web/features/sessions/trash-page.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { ProposalPreview } from '../proposal-preview.tsx';
import { requireCapability } from '../route-guard.tsx';
import { ClientsTabs } from '../tabs.tsx';

/** Payments of the session in the address, for roles that may see money; other roles run no query. */
function SessionMoney() {
  const { role } = useAccount();
  const id = rowId.safeParse(useParams()['sessionId']).data;
  if (!id || !can(role, 'money.read')) return null;
  return <SessionPayments sessionId={id} proposal={<OrderProposal orderId={id} />} />;
}

/** Mails about the session in the address. The page itself shows the missing session. */
function SessionMails() {
  const id = rowId.safeParse(useParams()['sessionId']).data;
  return id ? <SessionMessages sessionId={id} /> : null;
}

/** Automations of the session in the address. */
function SessionSteps() {
  const id = rowId.safeParse(useParams()['sessionId']).data;
  return id ? <SessionAutomations sessionId={id} /> : null;
}

/** Contracts and questionnaires of the session in the address. */
function SessionPapers() {
  const id = rowId.safeParse(useParams()['sessionId']).data;
  return id ? <SessionDocuments sessionId={id} /> : null;
}

// Lazy: it includes the parser of CSV, which few visits need.
const SessionsImport = lazy(async () => {
  const { SessionsImport: component } = await importTwice(
    () => import('#web/features/imports/page/sessions-import.tsx'),
  );
  return { default: component };
});

/** Routes of the sessions and payments. */
export const sessionRoutes: RouteObject[] = [
  {
    path: paths.payments,
    element: requireCapability('money.read', <PaymentsPage tabs={<ClientsTabs />} />),
  },
  {
    path: paths.proposals,
    element: requireCapability('money.read', <ProposalsPage tabs={<ClientsTabs />} />),
  },
  { path: paths.proposal, element: requireCapability('money.read', <ProposalPage preview={ProposalPreview} />) },
  { path: paths.order, element: requireCapability('money.read', <OrderPage proposal={OrderProposal} />) },
  {
    path: paths.sessions,
    element: requireCapability(
      'sessions.read',
      <ListDetail list={<SessionsPage tabs={<ClientsTabs />} />} detail={paths.session} />,
    ),
    children: [
      {
        path: paths.session,
        element: (
          <SessionPage
            payments={<SessionMoney />}
            messages={<SessionMails />}
            documents={<SessionPapers />}
            automations={<SessionSteps />}
          />
        ),
      },
    ],
  },
  { path: paths.newSession, element: requireCapability('sessions.write', <NewSessionPage />) },
  { path: paths.importSessions, element: requireCapability('sessions.write', <SessionsImport />) },
  { path: paths.sessionsTrash, element: requireCapability('sessions.write', <SessionsTrashPage />) },
];
