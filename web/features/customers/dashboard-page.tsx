import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { BOOKED_STATUSES, isUpcoming, LONGEST_SESSION_MS, sessionTitle } from '#core/domain/sessions/sessions.ts';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { OwnAmounts } from '#web/lib/payments/own-amounts.tsx';
import { LoadingPlaceholder, PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { CreateLink, PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Avatar } from '#web/components/ui/lists/avatar.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { customerHref, paths, sessionHref } from '#web/lib/paths.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { Figure, MoneyFigures, ON_ITS_WAY, useMoney } from './dashboard-figures.tsx';

/** Number of upcoming sessions shown; the rest is in the list of sessions. */
const NEXT = 6;
const NEWEST = 5;
/** Maximum number of sessions counted, as in the list. */
const LIMIT = 20_000;

interface DashboardPageProps {
  tabs: ReactNode;
}

/** The dashboard of the clients. */
export function DashboardPage({ tabs }: DashboardPageProps) {
  const { t } = useTranslation('customers');
  const { role, timeZone } = useAccount();
  const now = useNow();
  const format = useFormat();
  const today = localDate(now, timeZone);
  // The same sessions as in the tabs of the list. Rounded to the day, so that the query changes once a day.
  const [booked, { type: comingType }] = useQuery(
    queries.sessions.list({
      statuses: [...BOOKED_STATUSES],
      from: startOfDay(today, timeZone) - LONGEST_SESSION_MS,
      order: 'asc',
      limit: LIMIT,
    }),
  );
  const [inquiries, { type: askedType }] = useQuery(
    queries.sessions.list({ statuses: ['inquiry'], order: 'asc', limit: LIMIT }),
  );
  const [customers, { type }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const monthStart = startOfDay(`${today.slice(0, 7)}-01`, timeZone);
  const fresh = customers.filter(({ createdAt }) => createdAt >= monthStart).length;
  const newest = customers.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, NEWEST);
  const upcoming = booked.filter((session) => isUpcoming(session, now));
  const money = useMoney();
  const isComplete = [type, comingType, askedType].every((answer) => answer === 'complete');
  const isSettled = useSettled({
    isComplete: isComplete && (money?.isComplete ?? true),
    hasRows: customers.length > 0,
  });
  const isComing = booked.length === 0 && comingType !== 'complete';
  const create = can(role, 'customers.write') && <CreateLink to={paths.newCustomer}>{t('new.offer')}</CreateLink>;
  return (
    <>
      <PageHeader title={t('title')} actions={customers.length > 0 && create} tabs={tabs} />
      {(!isSettled || (customers.length === 0 && type !== 'complete')) && <LoadingPlaceholder className="h-64" />}
      {isSettled && customers.length === 0 && type === 'complete' && (
        <EmptyState title={t('empty.title')} action={create}>
          {t('empty.text')}
        </EmptyState>
      )}
      {isSettled && customers.length > 0 && (
        <div className="flex flex-col gap-12">
          <PartialNote isComplete={type === 'complete' && comingType === 'complete'} />
          <div className="flex flex-col gap-3">
            <dl className="grid grid-cols-2 gap-x-6 gap-y-6 md:gap-x-10 xl:grid-cols-4">
              <Figure
                label={t('title')}
                value={format.number(customers.length)}
                detail={t('dashboard.fresh', { count: fresh })}
              />
              <Figure
                label={t('dashboard.upcoming')}
                {...(isComing
                  ? ON_ITS_WAY
                  : {
                      value: format.number(upcoming.length),
                      detail: t('dashboard.inquiries', { count: inquiries.length }),
                    })}
              />
              {money && <MoneyFigures {...money} />}
            </dl>
            <OwnAmounts />
          </div>
          <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
            <PageSection
              title={t('dashboard.next')}
              action={
                <Link to={paths.sessions} className="thumb text-caption">
                  {t('dashboard.allSessions')}
                </Link>
              }
            >
              {isComing && <p className="text-soft">{ON_ITS_WAY.value}</p>}
              {!isComing && upcoming.length === 0 && (
                <p className="text-soft">
                  {t('dashboard.noneNext')}{' '}
                  {can(role, 'sessions.write') && <Link to={paths.newSession}>{t('dashboard.book')}</Link>}
                </p>
              )}
              {upcoming.length > 0 && (
                <ul className="divide-y divide-line">
                  {upcoming.slice(0, NEXT).map(({ id, date, customer, ...titled }) => (
                    <ListRow
                      key={id}
                      title={customer?.name ?? t('timeline.session')}
                      to={sessionHref(id)}
                      detail={sessionTitle(titled)}
                      trailing={
                        <time dateTime={new Date(date).toISOString()} data-figures className="text-right text-caption">
                          <span className="block">{format.date(date, now)}</span>
                          <span className="block text-soft">{format.time(date)}</span>
                        </time>
                      }
                    />
                  ))}
                </ul>
              )}
            </PageSection>
            <PageSection
              title={t('dashboard.newest')}
              action={
                <Link to={paths.customers} className="thumb text-caption">
                  {t('dashboard.allCustomers')}
                </Link>
              }
            >
              <ul className="divide-y divide-line">
                {newest.map(({ id, name, email, phone, createdAt }) => (
                  <ListRow
                    key={id}
                    title={name}
                    leading={<Avatar name={name} />}
                    to={customerHref(id)}
                    detail={[email, phone].filter(Boolean).join(' · ')}
                    trailing={<span className="text-caption text-soft">{format.date(createdAt, now)}</span>}
                  />
                ))}
              </ul>
            </PageSection>
          </div>
        </div>
      )}
    </>
  );
}
