import { useQuery } from '@rocicorp/zero/react';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { queries } from '#core/zero/queries.ts';
import { ListSelect, ListToolbar } from '#web/components/layout/list-toolbar.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { monthSpan } from '../dialogs/date-values.ts';
import { listMonths, type ListView } from './list-view.ts';

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
export function ListFilters({ view, onChange }: ListFiltersProps) {
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
