import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { rowId } from '#core/domain/values/ids.ts';
import { queries } from '#core/zero/queries.ts';
import { useListHref } from '#web/components/layout/list-detail-context.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Presence } from '#web/components/layout/presence.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths } from '#web/lib/paths.ts';
import { Checklist } from './detail/checklist.tsx';
import { GalleryPanel } from './detail/gallery-panel.tsx';
import { SessionActions, SessionMenu } from './detail/session-actions.tsx';
import { Notes, SessionDetails } from './detail/session-details.tsx';
import { useEventLabels, useSessionName } from './session-labels.ts';
import { StatusTag } from './session-status.tsx';
import type { SessionRow } from './types.ts';

interface SessionPageProps {
  /** Price and payments; undefined if the user may not see money. */
  payments?: ReactNode;
  /** Messages to the client. */
  messages?: ReactNode;
  /** Contracts and questionnaires. */
  documents?: ReactNode;
  /** Automations of its type. */
  automations?: ReactNode;
}

export function SessionPage(props: SessionPageProps) {
  const { t } = useTranslation('sessions');
  const { sessionId = '' } = useParams();
  // Skip the query for an invalid id.
  const valid = rowId.safeParse(sessionId).success;
  const [session, { type }] = useQuery(valid && queries.sessions.byId({ id: sessionId }));
  return (
    <RecordPage
      record={session?.deletedAt === null ? session : null}
      isComplete={!valid || Boolean(session) || type === 'complete'}
      missing={{
        title: t('missing.title'),
        text: t('missing.text'),
        back: { to: paths.sessions, label: t('missing.act') },
      }}
    >
      {(present) => <Present {...props} session={present} />}
    </RecordPage>
  );
}

function Present({ session, payments, documents, messages, automations }: SessionPageProps & { session: SessionRow }) {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const nameOf = useSessionName();
  const { customer } = session;
  return (
    <>
      <PageHeader
        title={customer ? customer.name : nameOf(session)}
        back={{ to: useListHref(paths.sessions), label: t('title') }}
        detail={
          <>
            <StatusTag status={session.status} />
            {customer && <span>{nameOf(session)}</span>}
            <Presence record={`session:${session.id}`} />
          </>
        }
        actions={can(role, 'sessions.write') && <SessionActions session={session} />}
        menu={can(role, 'sessions.write') && <SessionMenu session={session} />}
      />
      <div className="@container">
        <div className="grid gap-x-12 gap-y-10 @min-[46rem]:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-10">
            <SessionDetails session={session} />
            {session.clientMessage && (
              <PageSection title={t('message')}>
                <blockquote className="measure border-l-2 border-edge pl-4 whitespace-pre-wrap wrap-anywhere">
                  {session.clientMessage}
                </blockquote>
              </PageSection>
            )}
            {payments}
            {documents}
            <Notes session={session} />
            <Checklist session={session} />
          </div>
          <div className="flex min-w-0 flex-col gap-10">
            <GalleryPanel session={session} />
            {automations}
            {messages}
            <Timeline session={session} />
          </div>
        </div>
      </div>
    </>
  );
}

/** Events of a session, latest first. */
function Timeline({ session: { events } }: { session: SessionRow }) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const now = useNow();
  const wordsOf = useEventLabels();
  const [members] = useQuery(queries.team.members());
  if (events.length === 0) return null;
  const nameOf = (actorId: string | null) => {
    if (actorId === null) return t('event.client');
    const member = members.find(({ userId }) => userId === actorId);
    return member ? member.name || member.email : t('event.former');
  };
  return (
    <PageSection title={t('event.title')}>
      <ol className="divide-y divide-line border-y border-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-col py-2.5">
            <span data-figures>{wordsOf(event)}</span>
            <span className="text-caption text-soft">
              {nameOf(event.actorId)}
              {' · '}
              <time dateTime={new Date(event.at).toISOString()}>{format.recent(event.at, now)}</time>
            </span>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
