import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sessionEnd, type SessionStatus } from '#core/domain/sessions.ts';
import { localDate, startOfDay } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { Tag, type Tone } from '#web/components/ui/tag.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { agendaDays, agendaSpan } from './agenda-days.ts';
import { HomeSection } from './block.tsx';
import type { HomePlaces, HomeSession } from './places.ts';

/** Today's sessions and those of the next seven days. */
export function Agenda({ places }: { places: HomePlaces }) {
  const { t } = useTranslation('home');
  const { timeZone: zone } = useAccount();
  const now = useNow();
  const [sessions, { type }] = useQuery(queries.sessions.range({ ...agendaSpan(now, zone), limit: 500 }));
  const today = localDate(now, zone);
  const days = agendaDays(sessions, now, zone);
  return (
    <HomeSection title={t('agenda.title')} all={{ to: places.scheduling, label: t('agenda.all') }}>
      {sessions.length === 0 && type !== 'complete' ? (
        <LoadingPlaceholder isPart className="h-32" />
      ) : (
        days.map(({ date, sessions: those }) => (
          <div key={date} className="flex flex-col">
            <h3 className="border-b border-line pb-2 text-caption font-medium text-soft">
              {date === today ? t('agenda.today') : formatDate(startOfDay(date, zone), currentLanguage(), zone, now)}
            </h3>
            {those.length === 0 ? (
              <p className="py-3 text-soft">{t(days.length > 1 ? 'agenda.freeToday' : 'agenda.free')}</p>
            ) : (
              <ul className="divide-y divide-line">
                {those.map((session) => (
                  <AgendaItem key={session.id} session={session} to={places.sessionHref(session.id)} />
                ))}
              </ul>
            )}
          </div>
        ))
      )}
    </HomeSection>
  );
}

const TONES: Readonly<Record<SessionStatus, Tone>> = {
  inquiry: 'warning',
  scheduled: 'accent',
  confirmed: 'success',
  completed: 'neutral',
  no_show: 'danger',
  declined: 'neutral',
  cancelled: 'neutral',
};

function AgendaItem({ session, to }: { session: HomeSession; to: string }) {
  const { t } = useTranslation(['home', 'sessions']);
  const { timeZone: zone } = useAccount();
  const language = currentLanguage();
  const facts = [session.type || session.sessionType?.name || t('sessions:untitled'), session.location];
  return (
    <li className="relative flex min-h-16 items-center gap-4 py-2 has-[a:hover]:bg-hover">
      <p data-figures className="flex w-14 shrink-0 flex-col">
        <span className="font-medium">{formatTime(session.date, language, zone)}</span>
        <span className="text-caption text-soft">{formatTime(sessionEnd(session), language, zone)}</span>
      </p>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link to={to} className="no-underline after:absolute after:inset-0">
            {session.customer?.name ?? t('sessions:nobody')}
          </Link>
        </p>
        <p className="truncate text-caption text-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Tag tone={TONES[session.status]}>{t(`sessions:status.${session.status}`)}</Tag>
    </li>
  );
}
