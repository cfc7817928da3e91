import { Download, Ellipsis, Trash2, Upload, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { ListSelect, ListToolbar } from '#web/components/layout/list-toolbar.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import type { CustomerListRow } from '../types.ts';
import { useCustomerExport } from '../use-customer-export.ts';
import { LIST_SORTS, type ListView } from './list-view.ts';

interface CustomersToolbarProps {
  view: ListView;
  onChange: (changes: Partial<ListView>) => void;
  tags: readonly string[];
  /** True if the role may see balances. */
  money: boolean;
}

/** Search, tag and sort order; kept in the address. */
export function CustomersToolbar({ view, onChange, tags, money }: CustomersToolbarProps) {
  const { t } = useTranslation('customers');
  const sorts = LIST_SORTS.filter((sort) => money || sort !== 'balance');
  return (
    <ListToolbar
      searchLabel={t('filter.search')}
      search={view.search}
      onSearch={(search) => onChange({ search })}
      active={view.tag === null ? 0 : 1}
    >
      {tags.length > 0 && (
        <ListSelect
          label={t('filter.tag')}
          value={view.tag}
          options={[{ value: null, label: t('filter.anyTag') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <ListSelect
        label={t('filter.sort')}
        value={view.sort}
        options={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
    </ListToolbar>
  );
}

interface ListMenuProps {
  /** Clients of the current list, for the export. */
  customers: readonly CustomerListRow[];
}

/** Actions on the whole list. */
export function ListMenu({ customers }: ListMenuProps) {
  const { t } = useTranslation(['customers', 'import']);
  const { role } = useAccount();
  const navigate = useNavigate();
  const save = useCustomerExport();
  const go = (to: string) => () => void navigate(to);
  const writing = [
    { label: t('import:offer'), icon: <Upload />, onSelect: go(paths.importCustomers) },
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
