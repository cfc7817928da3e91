import { Download, Ellipsis, Trash2, Upload, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { can } from '#core/domain/roles.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import type { CustomerListRow } from '../types.ts';
import { useCustomerExport } from '../use-customer-export.ts';
import { LIST_SORTS, type ListView } from './list-view.ts';

interface ListToolbarProps {
  view: ListView;
  onChange: (view: ListView) => void;
  tags: readonly string[];
  /** True if the role may see balances. */
  money: boolean;
}

/** Search, tag and sort order; kept in the address. */
export function ListToolbar({ view, onChange, tags, money }: ListToolbarProps) {
  const { t } = useTranslation('customers');
  const sorts = LIST_SORTS.filter((sort) => money || sort !== 'balance');
  return (
    <div className="@container pb-4">
      <div className="flex flex-wrap gap-2 @max-md:[&>search]:max-w-none">
        <SearchInput
          label={t('filter.search')}
          value={view.search}
          onChange={(search) => onChange({ ...view, search })}
        />
        <div className="flex gap-2 *:min-w-0 @max-md:w-full @max-md:*:flex-1">
          {tags.length > 0 && (
            <Field label={t('filter.tag')} hideLabel>
              <Select
                value={view.tag ?? ''}
                onChange={({ target }) => onChange({ ...view, tag: target.value || null })}
                options={[{ value: '', label: t('filter.anyTag') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
              />
            </Field>
          )}
          <Field label={t('filter.sort')} hideLabel>
            <Select
              value={view.sort}
              onChange={({ target }) =>
                onChange({ ...view, sort: sorts.find((known) => known === target.value) ?? 'name' })
              }
              options={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
            />
          </Field>
        </div>
      </div>
    </div>
  );
}

interface ListMenuProps {
  /** Clients of the current list, for the export. */
  customers: readonly CustomerListRow[];
}

/** Actions on the whole list. */
export function ListMenu({ customers }: ListMenuProps) {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const navigate = useNavigate();
  const save = useCustomerExport();
  const go = (to: string) => () => void navigate(to);
  const writing = [
    { label: t('import.offer'), icon: <Upload />, onSelect: go(paths.importCustomers) },
    { label: t('duplicates.title'), icon: <UsersRound />, onSelect: go(paths.duplicateCustomers) },
    { label: t('trash.title'), icon: <Trash2 />, onSelect: go(paths.customersTrash) },
  ];
  const none = customers.length === 0;
  const files = [
    { label: t('export.csv'), icon: <Download />, disabled: none, onSelect: () => save(customers, 'csv') },
    { label: t('export.vcard'), icon: <Download />, disabled: none, onSelect: () => save(customers, 'vcard') },
  ];
  return (
    <Menu
      trigger={<IconButton label={t('list.more')} icon={<Ellipsis aria-hidden />} />}
      groups={[...(can(role, 'customers.write') ? [{ items: writing }] : []), { label: t('export.act'), items: files }]}
    />
  );
}
