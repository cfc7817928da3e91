import { useQuery } from '@rocicorp/zero/react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { can } from '#core/domain/studio/roles.ts';
import { localDate } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { CreateLink, PageHeader } from '#web/components/layout/page-header.tsx';
import { Schedule } from '#web/components/ui/schedule/schedule.tsx';
import { defaultView, visibleSpan } from '#web/components/ui/schedule/visible-days.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { instantAt } from '#web/lib/format/wall-clock.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { newSessionHref } from '#web/lib/paths.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { useViewParams } from '#web/lib/view-params.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import { calendarItems } from './calendar-items.ts';
import { CalendarMenu, CalendarToolbar } from './calendar-toolbar.tsx';
import { CALENDAR } from './calendar-view.ts';
import { useConflictTitles, useFreeSlots, useMoveSession } from './use-calendar-data.ts';

/** Maximum number of rows: more than a month contains. */
const LIMIT = 5_000;

/** An empty time of the calendar that was chosen for a new session. */
interface ChosenTime {
  start: number;
  /** Null for the duration of the session type. */
  end: number | null;
  /** The first slot. */
  anchor: Element;
}

interface CalendarPageProps {
  tabs: ReactNode;
  /** The form for a session at a chosen time. */
  quickCreate: (time: ChosenTime, onClose: () => void) => ReactNode;
}

/** Hour that the form for a new session starts with, in minutes. */
const FIRST_MINUTE = 10 * 60;

/** Calendar of the studio: shows, moves and creates sessions. */
export function CalendarPage({ tabs, quickCreate }: CalendarPageProps) {
  const { t } = useTranslation(['scheduling', 'sessions']);
  const { timeZone: zone, role } = useAccount();
  const writable = useWritable();
  const now = useNow();
  const language = useLanguage();
  const [shown, change] = useViewParams(CALENDAR, { preventScrollReset: false });
  const view = shown.view ?? defaultView();
  const date = shown.date ?? localDate(now, zone);

  const span = visibleSpan(view, date, zone, language);
  // Load one more day on each side: sessions there may conflict with one moved to the edge.
  const range = { from: span.start - 2 * DAY_MS, to: span.end + 2 * DAY_MS, limit: LIMIT };
  const [sessions] = useQuery(queries.sessions.range(range));
  const [types, { type: ofTypes }] = useQuery(queries.sessionTypes.list());
  const [members, { type: ofMembers }] = useQuery(queries.team.members());
  const isSettled = useSettled({
    isComplete: ofTypes === 'complete' && ofMembers === 'complete',
    hasRows: types.length > 0,
  });
  const { lockedDays } = useStudioRules();
  const { typeId, photographerId, withCancelled, withFree } = shown;
  const items = useMemo(
    () =>
      calendarItems(
        sessions,
        { typeId, photographerId, withCancelled },
        {
          nobody: t('nobody'),
          status: (status) => t(`sessions:status.${status}`),
        },
      ),
    [sessions, typeId, photographerId, withCancelled, t],
  );
  const hints = useFreeSlots(sessions, types, { span, now, typeId, isShown: withFree });
  const conflictTitles = useConflictTitles(sessions, types);
  const move = useMoveSession();
  const [chosen, setChosen] = useState<ChosenTime | null>(null);
  const mayWrite = can(role, 'sessions.write');
  return (
    <>
      <PageHeader
        title={t('title')}
        tabs={tabs}
        actions={
          mayWrite && (
            <CreateLink to={newSessionHref(shown.date ? { date: instantAt(date, FIRST_MINUTE, zone) } : {})}>
              {t('calendar.new')}
            </CreateLink>
          )
        }
      />
      {/* The calendar is below the filters, of which there may be none. */}
      {!isSettled && <LoadingPlaceholder className="h-96" />}
      {isSettled && (
        <>
          <CalendarToolbar view={shown} types={types} members={members} onChange={change} />
          <Schedule
            label={t('calendar.label')}
            items={items}
            zone={zone}
            now={now}
            view={view}
            onViewChange={(next) => change({ view: next })}
            date={date}
            onDateChange={(next) => change({ date: next })}
            blockedDays={lockedDays}
            hints={hints}
            readOnly={!mayWrite || !writable}
            conflictsOf={conflictTitles}
            onCreate={(start, end, anchor) => setChosen({ start, end, anchor })}
            onMove={(id, to) => {
              const session = sessions.find((candidate) => candidate.id === id);
              if (session) void move(session, to);
            }}
            actions={
              <CalendarMenu
                view={shown}
                onChange={change}
                day={view === 'day' ? date : null}
                mayBlock={can(role, 'scheduling.write') && writable}
              />
            }
          />
          {/* Another time starts with an empty form. */}
          {chosen && <Fragment key={chosen.start}>{quickCreate(chosen, () => setChosen(null))}</Fragment>}
        </>
      )}
    </>
  );
}
