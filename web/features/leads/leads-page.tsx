import { useQuery } from '@rocicorp/zero/react';
import { clsx } from 'clsx';
import { Archive, Check } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { LEAD_STATUSES } from '#core/domain/clients/leads.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { usePageRole } from '#web/components/layout/list-detail-context.ts';
import { LoadingPlaceholder, PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { type RenderRow, VirtualList } from '#web/components/ui/lists/virtual-list.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { leadHref } from '#web/lib/paths.ts';
import { choiceParam, textParam, useViewParams, viewParams } from '#web/lib/view-params.ts';
import type { LeadRow } from './types.ts';
import { useMoveLead } from './use-move-lead.ts';

const LIST = viewParams({
  status: choiceParam('status', LEAD_STATUSES, 'new'),
  search: textParam('search', 200),
});
type ListView = typeof LIST.defaults;

/** Tabs in order of use. */
const TABS = ['new', 'answered', 'archived', 'spam'] as const;
const MOST = 1000;

interface LeadsPageProps {
  /** Tabs of the client screens. */
  tabs: ReactNode;
}

/** Messages of the contact form, by status. */
export function LeadsPage({ tabs }: LeadsPageProps) {
  const { t } = useTranslation('leads');
  const [view, change] = useViewParams(LIST);
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      <Tabs
        label={t('tabs.label')}
        value={view.status}
        onChange={(status) => change({ status })}
        tabs={TABS.map((status) => ({
          value: status,
          label: t(`tabs.${status}`),
          content: <LeadList key={status} view={{ ...view, status }} onView={change} />,
        }))}
      />
    </>
  );
}

interface LeadListProps {
  view: ListView;
  onView: (changes: Partial<ListView>) => void;
}

function LeadList({ view: { status, search: wanted }, onView }: LeadListProps) {
  const { t } = useTranslation('leads');
  const { slug, role } = useAccount();
  const { search } = useLocation();
  const { open, returned } = usePageRole();
  const move = useMoveLead();
  const [leads, { type }] = useQuery(queries.leads.list({ status, limit: MOST }));
  const shown = useMemo(() => {
    const text = normalizeForSearch(wanted.trim());
    return leads.filter(({ name, email, message }) => normalizeForSearch(`${name} ${email} ${message}`).includes(text));
  }, [leads, wanted]);
  const renderRow = useCallback<RenderRow<LeadRow>>(
    (lead, tabIndex) => (
      <LeadListItem lead={lead} to={leadHref(lead.id) + search} tabIndex={tabIndex} current={lead.id === open} />
    ),
    [search, open],
  );
  const swipe = (lead: LeadRow) => ({
    label: lead.name,
    actions: (status === 'new' ? (['answered', 'archived'] as const) : (['new'] as const)).map((to) => ({
      label: t(`move.${to}`),
      icon: to === 'archived' ? <Archive aria-hidden /> : <Check aria-hidden />,
      writes: true,
      onAction: () => void move(lead, to),
    })),
  });
  if (leads.length === 0 && type !== 'complete') return <LoadingPlaceholder className="h-64" />;
  if (leads.length === 0) {
    return (
      <EmptyState
        title={t(`empty.${status}.title`)}
        action={
          status === 'new' && (
            <a href={`/p/${slug}#contact`} className={buttonClass()}>
              {t('empty.open')}
            </a>
          )
        }
      >
        {t(`empty.${status}.text`)}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex pb-4">
        <SearchInput label={t('search')} value={wanted} onChange={(text) => onView({ search: text })} />
      </div>
      {status === 'spam' && <p className="measure pb-4 text-caption text-soft">{t('spam.intro')}</p>}
      <PartialNote isComplete={type === 'complete'} />
      <output className="sr-only">{type === 'complete' && t('found', { count: shown.length })}</output>
      {shown.length === 0 ? (
        <EmptyState
          title={t('nothing.title')}
          action={<Button onClick={() => onView({ search: '' })}>{t('nothing.act')}</Button>}
        />
      ) : (
        <VirtualList
          label={t(`tabs.${status}`)}
          rows={shown}
          rowKey={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          renderRow={renderRow}
          swipe={can(role, 'customers.write') ? swipe : undefined}
          current={open ?? null}
          focusOn={returned ?? null}
        />
      )}
    </>
  );
}

/** Row height in pixels, equal on every screen. */
const ROW_HEIGHT = 72;

interface LeadListItemProps {
  lead: LeadRow;
  to: string;
  tabIndex: 0 | -1;
  /** True if the lead is open beside the list. */
  current: boolean;
}

function LeadListItem({ lead, to, tabIndex, current }: LeadListItemProps) {
  const format = useFormat();
  return (
    <div
      className={clsx(
        'relative flex h-full items-center gap-4 has-[a:hover]:bg-hover md:px-3',
        current && 'bg-hover before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link to={to} tabIndex={tabIndex} {...(current && { 'aria-current': 'page' as const })} className="row-link">
            {lead.name}
          </Link>
        </p>
        <p className="truncate text-caption text-soft">{lead.message}</p>
      </div>
      <p data-figures className="shrink-0 text-caption text-soft">
        {format.date(lead.createdAt)}
      </p>
    </div>
  );
}
