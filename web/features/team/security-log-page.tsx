import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { groupByDay } from '#web/lib/days.ts';
import { useDayTitle } from '#web/lib/use-day-title.ts';
import { SecurityEventItem } from './security-event-item.tsx';
import type { SecurityEventRow } from './team-rows.ts';
import { useSecurityLog } from './use-security-log.ts';

/** What happened at the studio's doors, for its owners. */
export function SecurityLogPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['team', 'settings']);
  const { name } = useAccount();
  const { events, complete, onEarlier, fetching } = useSecurityLog();
  return (
    <>
      <PageHeader title={t('settings:title')} detail={name} tabs={tabs} />
      <section aria-label={t('log.title')} className="flex max-w-2xl flex-col gap-6">
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
  const title = useDayTitle(timeZone);
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
