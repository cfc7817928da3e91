import { useQuery } from '@rocicorp/zero/react';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES, type PaymentStatus } from '#core/domain/payments.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { monthSpan } from '../dialogs/date-values.ts';
import { useFileDownload } from '../use-file-download.ts';
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
  onChange: (view: ListView) => void;
}

/** Search, status and month, kept in the address; and the export of the month. */
export function ListFilters({ view, onChange }: ListFiltersProps) {
  const { t } = useTranslation('payments');
  const { timeZone, name } = useAccount();
  const format = useFormat();
  const api = useApi();
  const file = useFileDownload();
  const { month } = view;
  const months = useMonths(month);
  const save = () =>
    void file.save(
      api.payments.csv({ query: monthSpan(month, timeZone) }),
      `${t('export.file', { name })}${month ? ` ${month}` : ''}.csv`,
    );
  const search = (
    <SearchInput
      label={t('filter.search')}
      value={view.search}
      onChange={(text) => onChange({ ...view, search: text })}
    />
  );
  if (view.tab === 'due') return <div className="flex pb-4">{search}</div>;
  return (
    <div className="@container pb-4">
      <div className="flex flex-wrap gap-2 @max-md:[&>search]:max-w-none">
        {search}
        <div className="flex gap-2 *:min-w-0 @max-md:w-full @max-md:*:flex-1">
          <Field label={t('filter.status')} hideLabel>
            <Select
              value={view.status ?? ''}
              onChange={({ target }) => onChange({ ...view, status: (target.value as PaymentStatus) || null })}
              options={[
                { value: '', label: t('filter.anyStatus') },
                ...PAYMENT_STATUSES.map((status) => ({ value: status, label: t(`statuses.${status}`) })),
              ]}
            />
          </Field>
          {months.length > 0 && (
            <Field label={t('filter.month')} hideLabel>
              <Select
                value={month ?? ''}
                onChange={({ target }) => onChange({ ...view, month: target.value || null })}
                options={[
                  { value: '', label: t('filter.anyMonth') },
                  ...months.map((value) => ({ value, label: format.month(value) })),
                ]}
              />
            </Field>
          )}
        </div>
        <Button icon={<Download />} loading={file.loading} onClick={save}>
          {t('export.act')}
        </Button>
      </div>
    </div>
  );
}
