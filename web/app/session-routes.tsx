import type { RouteObject } from 'react-router-dom';
import { ListDetail } from '#web/components/layout/list-detail.tsx';
import { NewSessionPage } from '#web/features/sessions/new-session-page.tsx';
import { SessionPage } from '#web/features/sessions/session-page.tsx';
import { SessionsPage } from '#web/features/sessions/sessions-page.tsx';
import { SessionsTrashPage } from '#web/features/sessions/trash-page.tsx';
import { ClientsTabs } from './clients-tabs.tsx';
import { customerHref, galleryHref, paths, sessionHref } from './paths.ts';
import { requireCapability } from './route-guard.tsx';
import { SessionMoney } from './session-money.tsx';
import { SessionMails } from './session-mails.tsx';

const { sessions, newSession, sessionsTrash: trash } = paths;
const places = { sessions, newSession, trash, sessionHref, customerHref, galleryHref: (id: string) => galleryHref(id) };

/** What is booked. */
export const sessionRoutes: RouteObject[] = [
  {
    path: sessions,
    element: requireCapability(
      'sessions.read',
      <ListDetail list={<SessionsPage tabs={<ClientsTabs />} {...places} />} detail={paths.session} />,
    ),
    children: [
      {
        path: paths.session,
        element: <SessionPage {...places} payments={<SessionMoney />} messages={<SessionMails />} />,
      },
    ],
  },
  { path: newSession, element: requireCapability('sessions.write', <NewSessionPage {...places} />) },
  { path: trash, element: requireCapability('sessions.write', <SessionsTrashPage sessions={sessions} />) },
];
