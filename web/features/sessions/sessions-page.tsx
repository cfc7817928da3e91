import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { usePageRole } from '#web/components/layout/list-detail-context.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { type RenderRow, VirtualList } from '#web/components/ui/lists/virtual-list.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths, sessionHref } from '#web/lib/paths.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { ListMenu, ListToolbar } from './list/list-toolbar.tsx';
import {
  applyView,
  LIST_TABS,
  listMonths,
  type ListTab,
  type ListView,
  readView,
  tabQuery,
  writeView,
} from './list/list-view.ts';
import { ROW_HEIGHT, SessionListItem, useSwipeActions } from './list/session-row.tsx';
import type { SessionListRow } from './types.ts';

interface SessionsPageProps {
  /** Navigation tabs of the client pages. */
  tabs: ReactNode;
}

export function SessionsPage({ tabs }: SessionsPageProps) {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const [params, setParams] = useSearchParams();
  const { kind } = usePageRole();
  const view = readView(params);
  const show = (next: ListView) => setParams(writeView(next), { replace: true, preventScrollReset: true });
  const mayWrite = can(role, 'sessions.write');
  const create = mayWrite && (
    <Link to={paths.newSession} className={buttonClass({ variant: kind === 'list' ? 'secondary' : 'primary' })}>
      <Plus aria-hidden className="size-4" />
      {t('new.offer')}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        tabs={tabs}
        actions={
          mayWrite && (
            <>
              {create}
              <ListMenu />
            </>
          )
        }
      />
      <Tabs<ListTab>
        label={t('tabs.label')}
        value={view.tab}
        onChange={(tab) => show({ ...view, tab })}
        tabs={LIST_TABS.map((tab) => ({
          value: tab,
          label: t(`tabs.${tab}`),
          content: <SessionList key={tab} view={{ ...view, tab }} onView={show} create={create} />,
        }))}
      />
    </>
  );
}

interface SessionListProps {
  view: ListView;
  onView: (view: ListView) => void;
  create: ReactNode;
}

function SessionList({ view, onView, create }: SessionListProps) {
  const { t } = useTranslation('sessions');
  const { role, timeZone } = useAccount();
  const now = useNow();
  const swipe = useSwipeActions();
  const { search } = useLocation();
  const { open, returned } = usePageRole();
  const [sessions, { type }] = useQuery(queries.sessions.list(tabQuery(view.tab, now, timeZone)));
  const shown = useMemo(() => applyView(sessions, view, now, timeZone), [sessions, view, now, timeZone]);
  const months = useMemo(() => listMonths(sessions, view.month, timeZone), [sessions, view.month, timeZone]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayWrite = can(role, 'sessions.write') && (view.tab === 'upcoming' || view.tab === 'approval');
  const renderRow = useCallback<RenderRow<SessionListRow>>(
    (session, tabIndex) => (
      <SessionListItem
        session={session}
        to={sessionHref(session.id) + search}
        current={session.id === open}
        tabIndex={tabIndex}
        {...(mayWrite && {
          selection: {
            selected: selected.has(session.id),
            onSelect: (on) => setSelected((before) => withOrWithout(before, session.id, on)),
          },
        })}
      />
    ),
    [search, open, mayWrite, selected],
  );
  if (sessions.length === 0 && type !== 'complete') return <ListSkeleton />;
  if (sessions.length === 0) {
    return (
      <EmptyState title={t(`empty.${view.tab}.title`)} action={view.tab === 'upcoming' && create}>
        {t(`empty.${view.tab}.text`)}
      </EmptyState>
    );
  }
  const clear = () => onView({ ...readView(new URLSearchParams()), tab: view.tab });
  return (
    <>
      <ListToolbar view={view} onChange={onView} months={months} />
      <output className="sr-only">{t('found', { count: shown.length })}</output>
      {shown.length === 0 ? (
        <EmptyState title={t('nothing.title')} action={<Button onClick={clear}>{t('nothing.act')}</Button>}>
          {t('nothing.text')}
        </EmptyState>
      ) : (
        <VirtualList
          label={t(`tabs.${view.tab}`)}
          rows={shown}
          rowKey={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          renderRow={renderRow}
          swipe={swipe}
          current={open ?? null}
          focusOn={returned ?? null}
        />
      )}
      {mayWrite && (
        <BulkBar sessions={shown.filter(({ id }) => selected.has(id))} onClear={() => setSelected(new Set())} />
      )}
    </>
  );
}

function withOrWithout(before: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

function ListSkeleton() {
  return (
    <LoadingPlaceholder>
      <div aria-hidden className="flex flex-col gap-3 pt-14">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    </LoadingPlaceholder>
  );
}
