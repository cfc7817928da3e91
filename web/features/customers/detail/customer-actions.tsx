import { Download, Ellipsis, Trash2, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useLeaveDetail } from '#web/components/layout/list-detail-context.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { customerHref, paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { EraseDialog } from '../erase/erase-dialog.tsx';
import { useBulkActions } from '../list/use-bulk-actions.ts';
import type { CustomerRow } from '../types.ts';
import { useCustomerExport } from '../use-customer-export.ts';

interface CustomerActionsProps {
  customer: CustomerRow;
  /** Number of sessions that are upcoming or not closed yet. */
  openSessions: number;
}

/** Actions on the whole client: export, delete, erase. */
export function CustomerActions({ customer, openSessions }: CustomerActionsProps) {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const bulk = useBulkActions();
  const save = useCustomerExport();
  const leave = useLeaveDetail(paths.customers);
  const [asking, setAsking] = useState<'trash' | 'erase' | null>(null);
  const { name } = customer;
  const trash = async () => {
    setAsking(null);
    if (await bulk.trash([customer])) await leave();
  };
  const files = [
    { label: t('export.vcard'), icon: <Download />, onSelect: () => save([customer], 'vcard') },
    { label: t('export.csv'), icon: <Download />, onSelect: () => save([customer], 'csv') },
  ];
  const remove = {
    label: t('delete.one'),
    icon: <Trash2 />,
    tone: 'danger' as const,
    writes: true,
    onSelect: () => (openSessions > 0 ? setAsking('trash') : void trash()),
  };
  const forget = {
    label: t('erase.act'),
    icon: <UserX />,
    tone: 'danger' as const,
    writes: true,
    onSelect: () => setAsking('erase'),
  };
  const mayWrite = can(role, 'customers.write');
  const last = [...(mayWrite ? [remove] : []), ...(mayWrite && can(role, 'account.update') ? [forget] : [])];
  return (
    <>
      <Menu
        trigger={<IconButton label={t('moreFor', { name })} icon={<Ellipsis aria-hidden />} />}
        groups={[{ items: files }, ...(last.length > 0 ? [{ items: last }] : [])]}
      />
      <ConfirmDialog
        open={asking === 'trash'}
        onOpenChange={() => setAsking(null)}
        title={t('delete.askOne', { name })}
        description={t('delete.open', { count: openSessions })}
        confirmLabel={t('delete.one')}
        onConfirm={() => void trash()}
      />
      {asking === 'erase' && (
        <EraseDialog
          customer={customer}
          onClose={() => setAsking(null)}
          onErased={() => void leave({ replace: true })}
        />
      )}
    </>
  );
}

interface TrashNoticeProps {
  customer: CustomerRow;
}

/** Notice on the page of a client in the trash: restore, or open the client they were merged into. */
export function TrashNotice({ customer }: TrashNoticeProps) {
  const { t } = useTranslation(['customers', 'trash']);
  const { role } = useAccount();
  const mutate = useMutation();
  const { id, name, mergedInto } = customer;
  const restore = () =>
    mutate(mutators.customers.restore({ ids: [id], now: Date.now() }), {
      done: t('trash.back', { name }),
      undo: () => mutators.customers.trash({ ids: [id], now: Date.now() }),
    });
  return (
    <Banner
      title={mergedInto ? t('trash.merged') : t('trash.here')}
      action={
        can(role, 'customers.write') && (
          <Button size="small" writes onClick={() => void restore()}>
            {t('trash:restore')}
          </Button>
        )
      }
    >
      {mergedInto ? <Link to={customerHref(mergedInto)}>{t('trash.mergedOpen')}</Link> : t('trash.hereText')}
    </Banner>
  );
}
