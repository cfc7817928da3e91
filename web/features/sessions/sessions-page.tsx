import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { usePageRole } from '#web/components/layout/list-detail-context.ts';
import { LoadingPlaceholder, PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { CreateLink, PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { type RenderRow, VirtualList } from '#web/components/ui/lists/virtual-list.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths, sessionHref } from '#web/lib/paths.ts';
import { useSelectedIds } from '#web/lib/use-selected-ids.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { useViewParams } from '#web/lib/view-params.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { ListMenu, SessionsToolbar } from './list/list-toolbar.tsx';
import {
  applyView,
  LIST,
  LIST_TABS,
  listMonths,
  type ListTab,
  type ListView,
  sessionsOfTab,
  tabQuery,
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
  const [view, change] = useViewParams(LIST);
  const mayWrite = can(role, 'sessions.write');
  const create = mayWrite && <CreateLink to={paths.newSession}>{t('new.offer')}</CreateLink>;
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} actions={create} menu={mayWrite && <ListMenu />} />
      <Tabs<ListTab>
        label={t('tabs.label')}
        value={view.tab}
        onChange={(tab) => change({ tab })}
        tabs={LIST_TABS.map((tab) => ({
          value: tab,
          label: t(`tabs.${tab}`),
          content: <SessionList key={tab} view={{ ...view, tab }} onView={change} create={create} />,
        }))}
      />
    </>
  );
}

interface SessionListProps {
  view: ListView;
  onView: (changes: Partial<ListView>) => void;
  create: ReactNode;
}

function SessionList({ view, onView, create }: SessionListProps) {
  const { t } = useTranslation('sessions');
  const { role, timeZone } = useAccount();
  const now = useNow();
  const swipe = useSwipeActions();
  const { search } = useLocation();
  const { open, returned } = usePageRole();
  const [found, { type }] = useQuery(queries.sessions.list(tabQuery(view.tab, now, timeZone)));
  const sessions = useMemo(() => sessionsOfTab(found, view.tab, now), [found, view.tab, now]);
  const shown = useMemo(() => applyView(sessions, view, timeZone), [sessions, view, timeZone]);
  const months = useMemo(() => listMonths(sessions, view.month, timeZone), [sessions, view.month, timeZone]);
  const { ids: selected, setIds: setSelected, select } = useSelectedIds();
  const [, { type: ofTypes }] = useQuery(queries.sessionTypes.list());
  const [, { type: ofMembers }] = useQuery(queries.team.members());
  // The list is below its filters, which come from all three.
  const isSettled = useSettled({
    isComplete: [type, ofTypes, ofMembers].every((answer) => answer === 'complete'),
    hasRows: sessions.length > 0,
  });
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
            onSelect: (on) => select(session.id, on),
          },
        })}
      />
    ),
    [search, open, mayWrite, selected, select],
  );
  if (!isSettled || (sessions.length === 0 && type !== 'complete')) return <ListSkeleton />;
  if (sessions.length === 0) {
    return (
      <EmptyState title={t(`empty.${view.tab}.title`)} action={view.tab === 'upcoming' && create}>
        {t(`empty.${view.tab}.text`)}
      </EmptyState>
    );
  }
  const clear = () => onView({ ...LIST.defaults, tab: view.tab });
  return (
    <>
      <SessionsToolbar view={view} onChange={onView} months={months} />
      <PartialNote isComplete={type === 'complete'} />
      <output className="sr-only">{type === 'complete' && t('found', { count: shown.length })}</output>
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
