import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { groupByDay, useDayTitle } from '#web/lib/format/relative-day.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { eventText, roleNameOr, type SecurityEvent } from './security-event-text.ts';
import type { SecurityEventRow } from './types.ts';
import { useRoleLabels } from './use-role-labels.ts';

interface OrderedRow {
  id: string;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Merges the live page of the newest events with those loaded before. Events never change or disappear, so only new
 * ones push older ones out of the live page; these are kept.
 * @param size number of events of the live page
 */
export function mergeLogPages<E extends OrderedRow>(
  newest: readonly E[],
  kept: readonly E[],
  size: number,
): readonly E[] {
  if (kept.length === 0) return newest;
  const ids = new Set(newest.map(({ id }) => id));
  // No overlap: events between the two may be missing, as after hours offline. Show the live page only.
  if (newest.length === size && !kept.some(({ id }) => ids.has(id))) return newest;
  const older = kept.filter(({ id }) => !ids.has(id));
  return [...newest, ...older].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

const FIRST = 50;
const STEP = 100;

interface SecurityLog {
  events: readonly SecurityEventRow[];
  /** True once the answer is complete. */
  complete: boolean;
  /** Loads earlier events; undefined if there are none. */
  onEarlier?: () => void;
  /** True while earlier events are loading. */
  fetching: boolean;
}

/** Returns the newest events live, and the earlier pages loaded so far. */
function useSecurityLog(): SecurityLog {
  const [newest, { type }] = useQuery(queries.team.securityEvents({ limit: FIRST }));
  const [kept, setKept] = useState<readonly SecurityEventRow[]>([]);
  const [before, setBefore] = useState<{ at: number; id: string } | null>(null);
  const [ended, setEnded] = useState(false);
  const [page, { type: pageType }] = useQuery(queries.team.securityEvents({ limit: STEP, ...(before && { before }) }), {
    enabled: before !== null,
  });
  const events = mergeLogPages(newest, kept, FIRST);
  const isPageLoaded = before !== null && pageType === 'complete';
  useEffect(() => {
    if (!isPageLoaded) return;
    setKept([...events, ...page]);
    setEnded(page.length < STEP);
    setBefore(null);
    // Once for each page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPageLoaded]);
  const last = events.at(-1);
  const more = !ended && events.length >= FIRST && last !== undefined;
  return {
    events,
    complete: type === 'complete',
    fetching: before !== null,
    ...(more && { onEarlier: () => setBefore({ at: last.at, id: last.id }) }),
  };
}

/** One event as a sentence with its time. */
function SecurityEventItem({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation('team');
  const userId = useAuth().session?.user.id;
  const { name: roleName } = useRoleLabels();
  const now = useNow();
  const format = useFormat();
  const { key, actor, subject, from, to, provider, integration, reason } = eventText(event);
  const name = actor || t('log.nobody');
  const who = event.actorId === userId ? t('name.you', { name }) : name;
  const values = {
    who,
    actor: who,
    subject: subject || t('log.nobody'),
    from: roleNameOr(from, roleName),
    to: event.kind === 'support_allowed' ? format.dateTime(Date.parse(to)) : roleNameOr(to, roleName),
    integration,
    reason,
    provider: provider.charAt(0).toLocaleUpperCase(format.language) + provider.slice(1),
  };
  const when = now - event.at < HOUR_MS ? format.recent(event.at, now) : format.time(event.at);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
      <span className="min-w-0 wrap-anywhere">{t(`log.said.${key}` as 'log.said.roleChangedFrom', values)}</span>
      <time dateTime={new Date(event.at).toISOString()} className="text-caption text-soft">
        {when}
      </time>
    </li>
  );
}

/** Security log of the studio, for its owners. */
export function SecurityLogPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['team', 'settings']);
  const { events, complete, onEarlier, fetching } = useSecurityLog();
  return (
    <>
      <PageHeader title={t('settings:tabs.log')} tabs={tabs} />
      <section aria-label={t('log.title')} className="column flex flex-col gap-6">
        {events.length > 0 ? (
          <>
            <p className="measure text-soft">{t('log.intro')}</p>
            <Days events={events} />
          </>
        ) : complete ? (
          <EmptyState title={t('log.empty.title')}>{t('log.empty.text')}</EmptyState>
        ) : (
          <LoadingPlaceholder className="h-64" />
        )}
        {onEarlier && (
          <div>
            <Button loading={fetching} onClick={onEarlier}>
              {t('log.earlier')}
            </Button>
          </div>
        )}
      </section>
    </>
  );
}

function Days({ events }: { events: readonly SecurityEventRow[] }) {
  const { timeZone } = useAccount();
  const id = useId();
  const title = useDayTitle();
  return groupByDay(events, timeZone).map(({ date, events: those }) => (
    <section key={date} aria-labelledby={`${id}-${date}`} className="flex flex-col">
      <h2 id={`${id}-${date}`} className="border-b border-line pb-2 text-caption font-medium text-soft">
        {title(date)}
      </h2>
      <ol className="divide-y divide-line">
        {those.map((event) => (
          <SecurityEventItem key={event.id} event={event} />
        ))}
      </ol>
    </section>
  ));
}
