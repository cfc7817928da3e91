import { Download, Ellipsis, Trash2, Upload, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { can } from '#core/domain/roles.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import type { CustomerPlaces } from '../customer-places.ts';
import type { CustomerListRow } from '../customer-rows.ts';
import { useCustomerExport } from '../use-exports.ts';

interface ListMenuProps {
  places: CustomerPlaces;
  /** Those that the list shows: what is exported. */
  customers: readonly CustomerListRow[];
}

/** What is done with the list as a whole. */
export function ListMenu({ places, customers }: ListMenuProps) {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const navigate = useNavigate();
  const save = useCustomerExport();
  const go = (to: string) => () => void navigate(to);
  const writing = [
    { label: t('import.offer'), icon: <Upload />, onSelect: go(places.importCustomers) },
    { label: t('duplicates.title'), icon: <UsersRound />, onSelect: go(places.duplicates) },
    { label: t('trash.title'), icon: <Trash2 />, onSelect: go(places.trash) },
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
