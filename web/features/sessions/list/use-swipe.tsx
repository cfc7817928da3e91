import { Check, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { telHref } from '#core/domain/tel-href.ts';
import type { RowSwipe } from '#web/components/ui/swipe-acts.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStore } from '#web/lib/store.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { nextStatus } from '../page/session-acts.tsx';
import type { SessionListRow } from '../session-rows.ts';
import { useMoveStatus } from '../use-status-acts.ts';

/** What is likely next of a session, and how its client is reached. */
export function useSwipeActions(): (session: SessionListRow) => RowSwipe {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const { writable } = useStore();
  const now = useNow();
  const move = useMoveStatus();
  return (session) => {
    const { id, customer, status } = session;
    const next = can(role, 'sessions.write') ? nextStatus(session, now) : null;
    const step = next && {
      label: next === 'scheduled' ? t('act.approve') : t(`act.${next}` as 'act.confirmed'),
      icon: <Check aria-hidden />,
      disabled: !writable,
      onAct: () => void move(id, next, status),
    };
    return {
      label: customer?.name ?? t('nobody'),
      actions: [
        ...(step ? [step] : []),
        ...(customer?.phone
          ? [{ label: t('swipe.call'), icon: <Phone aria-hidden />, href: telHref(customer.phone) }]
          : []),
      ],
    };
  };
}
