import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Temporal } from 'temporal-polyfill';
import { sessionEnd, sessionTitle, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths, sessionHref } from '#web/lib/paths.ts';
import { HomeSection } from './home-section.tsx';
import type { HomeSession } from './types.ts';

/** Number of days after today. */
const DAYS_AHEAD = 7;

/** From the start of today to the end of the seventh day after it, epoch milliseconds. */
export function agendaSpan(now: number, zone: string): { from: number; to: number } {
  const today = localDate(now, zone);
  const after = Temporal.PlainDate.from(today).add({ days: DAYS_AHEAD + 1 });
  return { from: startOfDay(today, zone), to: startOfDay(after.toString(), zone) };
}

interface AgendaDay {
  /** In the studio's zone, `2026-11-21`. */
  date: string;
  sessions: HomeSession[];
}

/** Returns the sessions by day: today always, other days if they have sessions. */
export function agendaDays(sessions: readonly HomeSession[], now: number, zone: string): AgendaDay[] {
  const { from, to } = agendaSpan(now, zone);
  const days: AgendaDay[] = [{ date: localDate(now, zone), sessions: [] }];
  for (const session of sessions) {
    if (session.status === 'cancelled' || session.status === 'declined') continue;
    if (session.date < from || session.date >= to) continue;
    const date = localDate(session.date, zone);
    const last = days.at(-1)!;
    if (last.date === date) last.sessions.push(session);
    else days.push({ date, sessions: [session] });
  }
  return days;
}

/** Returns the sessions of today and the next seven days. */
export function useAgenda() {
  const { timeZone: zone } = useAccount();
  const now = useNow();
  const [sessions, { type }] = useQuery(queries.sessions.range({ ...agendaSpan(now, zone), limit: 500 }));
  return { sessions, isComplete: type === 'complete' };
}

/** Sessions of today and the next seven days. */
export function Agenda({ sessions, isComplete }: ReturnType<typeof useAgenda>) {
  const { t } = useTranslation('home');
  const { timeZone: zone } = useAccount();
  const format = useFormat();
  const now = useNow();
  const today = localDate(now, zone);
  const days = agendaDays(sessions, now, zone);
  const isFree = days.every((day) => day.sessions.length === 0);
  return (
    <HomeSection title={t('agenda.title')} all={{ to: paths.scheduling, label: t('agenda.all') }}>
      {sessions.length === 0 && !isComplete ? (
        <LoadingPlaceholder isPart className="h-32" />
      ) : (
        days.map(({ date, sessions: those }) => (
          <div key={date} className="flex flex-col">
            {isFree || (
              <h3 className="border-b border-line pb-2 text-caption font-medium text-soft">
                {date === today ? t('agenda.today') : format.date(startOfDay(date, zone), now)}
              </h3>
            )}
            {those.length === 0 ? (
              <p className="py-3 text-soft">{t(isFree ? 'agenda.free' : 'agenda.freeToday')}</p>
            ) : (
              <ul className="divide-y divide-line">
                {those.map((session) => (
                  <AgendaItem key={session.id} session={session} to={sessionHref(session.id)} />
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
  const format = useFormat();
  const details = [sessionTitle(session) || t('sessions:untitled'), session.location];
  return (
    <li className="relative flex min-h-16 items-center gap-4 py-2 has-[a:hover]:bg-hover">
      <p data-figures className="flex w-14 shrink-0 flex-col">
        <span className="font-medium">{format.time(session.date)}</span>
        <span className="text-caption text-soft">{format.time(sessionEnd(session))}</span>
      </p>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link to={to} className="row-link">
            {session.customer?.name ?? t('sessions:nobody')}
          </Link>
        </p>
        <p className="truncate text-caption text-soft">{details.filter(Boolean).join(' · ')}</p>
      </div>
      <Tag tone={TONES[session.status]}>{t(`sessions:status.${session.status}`)}</Tag>
    </li>
  );
}
