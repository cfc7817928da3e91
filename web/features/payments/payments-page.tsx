import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PAYMENT_STATUSES } from '#core/domain/payments.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { DueList } from './list/due-list.tsx';
import { ListFilters } from './list/list-filters.tsx';
import { LIST_TABS, type ListTab, type ListView, readView, writeView } from './list/list-view.ts';
import { ReceivedList } from './list/received-list.tsx';

interface PaymentsPageProps {
  /** Tabs of the client screens. */
  tabs: ReactNode;
}

/** Received and outstanding payments. */
export function PaymentsPage({ tabs }: PaymentsPageProps) {
  const { t } = useTranslation('payments');
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const [[any], { type }] = useQuery(queries.payments.list({ statuses: [...PAYMENT_STATUSES], limit: 1 }));
  // True without payments and filters.
  const isBare = (tab: ListTab) =>
    tab === 'received' && !any && type === 'complete' && !view.search && !view.status && !view.month;
  const show = (next: ListView) => setParams(writeView(next), { replace: true, preventScrollReset: true });
  const contents: Readonly<Record<ListTab, ReactNode>> = {
    received: (
      <ReceivedList
        // Another view starts with the first page.
        key={writeView(view).toString()}
        view={view}
        onClear={() => show({ ...readView(new URLSearchParams()), tab: view.tab })}
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
        onChange={(tab) => show({ ...view, tab })}
        tabs={LIST_TABS.map((tab) => ({
          value: tab,
          label: t(`tabs.${tab}`),
          content: (
            <>
              {!isBare(tab) && <ListFilters view={{ ...view, tab }} onChange={show} />}
              {contents[tab]}
            </>
          ),
        }))}
      />
    </>
  );
}
