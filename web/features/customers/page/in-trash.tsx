import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { CustomerRow } from '../customer-rows.ts';

interface TrashNoticeProps {
  customer: CustomerRow;
  customerHref: (customerId: string) => string;
}

/** A client's page while they are in the trash: back from there, or on to the one they were merged into. */
export function TrashNotice({ customer, customerHref }: TrashNoticeProps) {
  const { t } = useTranslation(['customers', 'trash']);
  const { role } = useAccount();
  const act = useMutation();
  const { writable } = useStore();
  const { id, name, mergedInto } = customer;
  const restore = () =>
    act(mutators.customers.restore({ ids: [id], now: Date.now() }), {
      done: t('trash.back', { name }),
      undo: () => mutators.customers.trash({ ids: [id], now: Date.now() }),
    });
  return (
    <Banner
      title={mergedInto ? t('trash.merged') : t('trash.here')}
      action={
        can(role, 'customers.write') && (
          <Button size="small" disabled={!writable} onClick={() => void restore()}>
            {t('trash:restore')}
          </Button>
        )
      }
    >
      {mergedInto ? <Link to={customerHref(mergedInto)}>{t('trash.mergedOpen')}</Link> : t('trash.hereText')}
    </Banner>
  );
}
