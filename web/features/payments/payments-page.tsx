import { useQuery } from '@rocicorp/zero/react';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { queries } from '#core/zero/queries.ts';
import { OwnAmounts } from '#web/lib/payments/own-amounts.tsx';
import { ListSelect, ListToolbar } from '#web/components/layout/list-toolbar.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useViewParams } from '#web/lib/view-params.ts';
import { monthSpan } from './dialogs/date-values.ts';
import { DueList } from './list/due-list.tsx';
import { LIST, LIST_TABS, listMonths, type ListTab, type ListView } from './list/list-view.ts';
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
              <OwnAmounts />
              {contents[tab]}
            </>
          ),
        }))}
      />
    </>
  );
}

/** Returns the months with payments, latest first, and the chosen one. */
function useMonths(chosen: string | null): readonly string[] {
  const { timeZone } = useAccount();
  const [months] = useQuery(queries.payments.months({ from: '1900-01' }));
  // These statuses are not in the monthly totals; there are few of them.
  const [others] = useQuery(queries.payments.list({ statuses: ['pending', 'failed', 'void'], limit: 1000 }));
  return useMemo(() => listMonths(months, others, chosen, timeZone), [months, others, chosen, timeZone]);
}

interface ListFiltersProps {
  view: ListView;
  onChange: (changes: Partial<ListView>) => void;
}

/** Search, status and month, kept in the address; and the export of the month. */
function ListFilters({ view, onChange }: ListFiltersProps) {
  const { t } = useTranslation('payments');
  const { timeZone, name } = useAccount();
  const format = useFormat();
  const api = useApi();
  const { call, busy } = useApiCall();
  const { month } = view;
  const months = useMonths(month);
  const save = () =>
    void call(async () => {
      const file = await api.payments.csv({ query: monthSpan(month, timeZone) });
      saveFile(file, `${t('export.file', { name })}${month ? ` ${month}` : ''}.csv`);
    });
  const onSearch = (text: string) => onChange({ search: text });
  if (view.tab === 'due') {
    return (
      <div className="flex pb-4">
        <SearchInput label={t('filter.search')} value={view.search} onChange={onSearch} />
      </div>
    );
  }
  return (
    <ListToolbar
      searchLabel={t('filter.search')}
      search={view.search}
      onSearch={onSearch}
      actions={
        <Button icon={<Download />} loading={busy} onClick={save}>
          {t('export.act')}
        </Button>
      }
    >
      <ListSelect
        label={t('filter.status')}
        value={view.status}
        options={[
          { value: null, label: t('filter.anyStatus') },
          ...PAYMENT_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      {months.length > 0 && (
        <ListSelect
          label={t('filter.month')}
          value={month}
          options={[
            { value: null, label: t('filter.anyMonth') },
            ...months.map((value) => ({ value, label: format.month(value) })),
          ]}
          onChange={(value) => onChange({ month: value })}
        />
      )}
    </ListToolbar>
  );
}
