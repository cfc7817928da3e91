import type { RouteObject } from 'react-router-dom';
import { NewSessionPage } from '#web/features/sessions/new-session-page.tsx';
import { SessionPage } from '#web/features/sessions/session-page.tsx';
import { SessionsPage } from '#web/features/sessions/sessions-page.tsx';
import { ClientsTabs } from './clients-tabs.tsx';
import { customerHref, galleryHref, paths, sessionHref } from './paths.ts';
import { only } from './route-guard.tsx';
import { SessionMoney } from './session-money.tsx';
import { SessionMails } from './session-mails.tsx';

const { sessions, newSession } = paths;
const places = { sessions, newSession, sessionHref, customerHref, galleryHref: (id: string) => galleryHref(id) };

/** What is booked. */
export const sessionRoutes: RouteObject[] = [
  { path: sessions, element: only('sessions.read', <SessionsPage tabs={<ClientsTabs />} {...places} />) },
  { path: newSession, element: only('sessions.write', <NewSessionPage {...places} />) },
  {
    path: paths.session,
    element: only('sessions.read', <SessionPage {...places} payments={<SessionMoney />} messages={<SessionMails />} />),
  },
];
