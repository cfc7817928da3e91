import { clsx } from 'clsx';
import { Check, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { telHref } from '#core/domain/values/format.ts';
import { can } from '#core/domain/studio/roles.ts';
import { sessionEnd } from '#core/domain/sessions/sessions.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import type { RowSwipe } from '#web/components/ui/lists/swipe-actions.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { nextStatus } from '../detail/session-actions.tsx';
import { useSessionName } from '../session-labels.ts';
import { StatusTag, useMoveStatus } from '../session-status.tsx';
import type { SessionListRow } from '../types.ts';

/** Row height in pixels, equal on every screen. */
export const ROW_HEIGHT = 72;

interface SessionRowProps {
  session: SessionListRow;
  to: string;
  tabIndex: 0 | -1;
  /** True if the session is open beside the list. */
  current: boolean;
  /** Undefined if the list has no selection. */
  selection?: { selected: boolean; onSelect: (selected: boolean) => void };
}

/** Row with time, client and type of a session. */
export function SessionListItem({ session, to, tabIndex, current, selection }: SessionRowProps) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const nameOf = useSessionName();
  const day = format.date(session.date);
  const time = `${format.time(session.date)}–${format.time(sessionEnd(session))}`;
  const client = session.customer?.name ?? t('nobody');
  const facts = [nameOf(session), session.location].filter(Boolean).join(' · ');
  return (
    <div
      className={clsx(
        'relative flex h-full items-center gap-3 has-[a:hover]:bg-hover md:px-3',
        current && 'bg-hover before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      {selection && (
        <div className="relative z-10">
          <Checkbox
            label={t('select', { client, day })}
            hideLabel
            tabIndex={tabIndex}
            checked={selection.selected}
            onChange={selection.onSelect}
          />
        </div>
      )}
      <p data-figures className="hidden w-44 shrink-0 flex-col @md:flex">
        <span className="font-medium">{day}</span>
        <span className="text-caption text-soft">{time}</span>
      </p>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link to={to} tabIndex={tabIndex} {...(current && { 'aria-current': 'page' as const })} className="row-link">
            {client}
          </Link>
        </p>
        <p data-figures className="truncate text-caption text-soft @md:hidden">{`${day}, ${time}`}</p>
        <p className="truncate text-caption text-soft @max-md:hidden">{facts}</p>
      </div>
      <div className="shrink-0">
        <StatusTag status={session.status} />
      </div>
    </div>
  );
}

/** Returns a function with a session's swipe actions: its likely next status, and contacting its client. */
export function useSwipeActions(): (session: SessionListRow) => RowSwipe {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const now = useNow();
  const move = useMoveStatus();
  return (session) => {
    const { id, customer, status } = session;
    const next = can(role, 'sessions.write') ? nextStatus(session, now) : null;
    const step = next && {
      label: next === 'scheduled' ? t('act.approve') : t(`act.${next}` as 'act.confirmed'),
      icon: <Check aria-hidden />,
      writes: true,
      onAction: () => void move(id, next, status),
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
