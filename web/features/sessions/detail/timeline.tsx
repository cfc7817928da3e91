import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useEventLabels } from '../session-labels.ts';
import type { SessionRow } from '../types.ts';

/** Events of a session, latest first. */
export function Timeline({ session: { events } }: { session: SessionRow }) {
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
