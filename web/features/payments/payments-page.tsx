import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { useViewParams } from '#web/lib/view-params.ts';
import { DueList } from './list/due-list.tsx';
import { ListFilters } from './list/list-filters.tsx';
import { LIST, LIST_TABS, type ListTab } from './list/list-view.ts';
import { ReceivedList } from './list/received-list.tsx';

interface PaymentsPageProps {
  /** Tabs of the client screens. */
  tabs: ReactNode;
}

/** Received and outstanding payments. */
export function PaymentsPage({ tabs }: PaymentsPageProps) {
  const { t } = useTranslation('payments');
  const [view, change] = useViewParams(LIST);
  const [[any]] = useQuery(queries.payments.list({ statuses: [...PAYMENT_STATUSES], limit: 1 }));
  const isFiltered = Boolean(view.search || view.status || view.month);
  // Without payments there is nothing to filter.
  const hasFilters = (tab: ListTab) => tab === 'due' || any || isFiltered;
  const contents: Readonly<Record<ListTab, ReactNode>> = {
    received: (
      <ReceivedList
        // Another view starts with the first page and its own placeholder, so that filters that appear move nothing.
        key={`${LIST.write(view).toString()} ${Boolean(any)}`}
        view={view}
        onClear={() => change({ ...LIST.defaults, tab: view.tab })}
      />
    ),
    due: <DueList search={view.search} />,
  };
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      <Tabs<ListTab>
        label={t('tabs.label')}
        value={view.tab}
        onChange={(tab) => change({ tab })}
        tabs={LIST_TABS.map((tab) => ({
          value: tab,
          label: t(`tabs.${tab}`),
          content: (
            <>
              {hasFilters(tab) && <ListFilters view={{ ...view, tab }} onChange={change} />}
              {contents[tab]}
            </>
          ),
        }))}
      />
    </>
  );
}
