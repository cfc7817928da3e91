import { Ban, CalendarClock, Check, CircleSlash, Ellipsis, Pencil, ThumbsDown, Trash2, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { OPEN_STATUSES, SESSION_TRANSITIONS, sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useLeaveDetail } from '#web/components/layout/list-detail-context.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useSetStatus } from '../session-status.tsx';
import type { SessionRow } from '../types.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';

const ICONS: Readonly<Record<SessionStatus, React.ReactNode>> = {
  inquiry: null,
  scheduled: <Check />,
  confirmed: <Check />,
  completed: <Check />,
  declined: <ThumbsDown />,
  cancelled: <Ban />,
  no_show: <UserX />,
};

/** Returns the likely next status, or null: confirmed before the session, its outcome afterwards. */
export function nextStatus(
  session: Pick<SessionRow, 'status' | 'date' | 'duration'>,
  now: number,
): SessionStatus | null {
  const isOver = sessionEnd(session) <= now;
  if (session.status === 'inquiry') return 'scheduled';
  if (isOver && (session.status === 'scheduled' || session.status === 'confirmed')) return 'completed';
  return session.status === 'scheduled' ? 'confirmed' : null;
}

type ActionsProps = { session: SessionRow };

function useActionLabel(): (to: SessionStatus) => string {
  const { t } = useTranslation('sessions');
  return (to) => (to === 'scheduled' ? t('act.approve') : t(`act.${to}` as 'act.confirmed'));
}

/** Buttons for a new time and for the likely next status. */
export function SessionActions({ session }: ActionsProps) {
  const { t } = useTranslation('sessions');
  const now = useNow();
  const setStatus = useSetStatus(session.id);
  const labelOf = useActionLabel();
  const [isMoving, setMoving] = useState(false);
  const next = nextStatus(session, now);
  return (
    <>
      {OPEN_STATUSES.includes(session.status) && (
        <Button icon={<CalendarClock />} writes onClick={() => setMoving(true)}>
          {t('reschedule.open')}
        </Button>
      )}
      {next && (
        <Button variant="primary" icon={ICONS[next]} writes onClick={() => void setStatus(next, session.status)}>
          {labelOf(next)}
        </Button>
      )}
      {isMoving && <RescheduleDialog session={session} onClose={() => setMoving(false)} />}
    </>
  );
}

/** Menu of the other actions. */
export function SessionMenu({ session }: ActionsProps) {
  const { t } = useTranslation('sessions');
  const mutate = useMutation();
  const leave = useLeaveDetail(paths.sessions);
  const now = useNow();
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const setStatus = useSetStatus(session.id);
  const labelOf = useActionLabel();
  const [isEditing, setEditing] = useState(false);
  const { id, status } = session;
  const next = nextStatus(session, now);
  // Only these users may delete or reassign the session; the server refuses others.
  const mayAssign = canSeeMoneyOf({ role, userId: signedIn?.user.id ?? '' }, session);

  const trash = async () => {
    const gone = await mutate(mutators.sessions.trash({ id, now: Date.now() }), {
      done: t('deleted'),
      undo: () => mutators.sessions.restore({ id, now: Date.now() }),
    });
    if (gone) await leave();
  };
  const moves = SESSION_TRANSITIONS[status]
    .filter((to) => to !== next)
    .map((to) => ({
      label: labelOf(to),
      icon: ICONS[to] ?? <CircleSlash />,
      writes: true,
      onSelect: () => void setStatus(to, status),
    }));
  const edit = { label: t('edit.open'), icon: <Pencil />, writes: true, onSelect: () => setEditing(true) };
  const remove = {
    label: t('delete'),
    icon: <Trash2 />,
    tone: 'danger' as const,
    writes: true,
    onSelect: () => void trash(),
  };
  return (
    <>
      <Menu
        trigger={<IconButton label={t('more')} icon={<Ellipsis aria-hidden />} />}
        groups={[
          ...(moves.length > 0 ? [{ items: moves }] : []),
          { items: [edit] },
          ...(mayAssign ? [{ items: [remove] }] : []),
        ]}
      />
      {isEditing && <DetailsDialog session={session} mayAssign={mayAssign} onClose={() => setEditing(false)} />}
    </>
  );
}
