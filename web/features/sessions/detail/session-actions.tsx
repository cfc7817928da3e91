import { Ban, CalendarClock, Check, CircleSlash, Ellipsis, Pencil, ThumbsDown, Trash2, UserX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { OPEN_STATUSES, SESSION_TRANSITIONS, sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useLeaveDetail } from '#web/components/layout/list-detail-context.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { paths } from '#web/lib/paths.ts';
import { rescheduleMailAt, useReschedule } from '#web/lib/sessions/use-reschedule.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { timeForm } from '../form/session-draft.ts';
import { readDuration, TimeFields } from '../form/time-fields.tsx';
import { useSetStatus } from '../session-status.tsx';
import type { SessionRow } from '../types.ts';
import { DetailsDialog } from './details-dialog.tsx';

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

function RescheduleDialog({ session, onClose }: { session: SessionRow; onClose: () => void }) {
  const { t } = useTranslation('sessions');
  const { timeZone: zone } = useAccount();
  const format = useFormat();
  const reschedule = useReschedule();
  const now = useNow();
  const fields = useFields({
    date: dateInput(session.date, zone),
    duration: String(session.duration),
    notify: true,
  });
  const { values, change } = fields;
  const schema = useMemo(() => timeForm(zone), [zone]);
  const [date, duration] = [readDateInput(values.date, zone), readDuration(values.duration)];
  const { id, sessionTypeId, photographerId } = session;
  const form = useForm(fields, schema, async (to) => {
    if (to.date === session.date && to.duration === session.duration) return onClose();
    const done = t('reschedule.done', { when: format.span({ start: to.date }) });
    if (await reschedule(session, to, { done, notify: values.notify })) onClose();
  });
  const time = { date: date ?? session.date, duration: duration ?? session.duration };
  const tells = rescheduleMailAt(session, time, now) !== null;
  return (
    <FormDialog
      title={t('reschedule.title')}
      submitLabel={t('reschedule.act')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TimeFields value={values} onChange={change} error={form.error} />
      <ConflictNotice planned={{ id, date, duration: duration ?? session.duration, sessionTypeId, photographerId }} />
      {tells && (
        <Checkbox
          label={t('new.notify')}
          hint={t('new.notifyHint')}
          checked={values.notify}
          onChange={(notify) => change({ notify })}
        />
      )}
    </FormDialog>
  );
}
