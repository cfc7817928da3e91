import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES, type PaymentStatus } from '#core/domain/payments.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SearchInput } from '#web/components/ui/search-input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { monthSpan } from '../dialogs/date-value.ts';
import { formatMonth } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useFileDownload } from '../use-file.ts';
import type { ListView } from './list-view.ts';
import { useMonths } from './use-months.ts';

interface ListFiltersProps {
  view: ListView;
  onChange: (view: ListView) => void;
}

/** Search, status and month, all kept in the address; and the month as a table. */
export function ListFilters({ view, onChange }: ListFiltersProps) {
  const { t } = useTranslation('payments');
  const { timeZone, name } = useAccount();
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
                  ...months.map((value) => ({ value, label: formatMonth(value, currentLanguage()) })),
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
