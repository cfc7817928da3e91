import { useTranslation } from 'react-i18next';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const TONES = {
  inquiry: 'warning',
  scheduled: 'accent',
  declined: 'neutral',
  confirmed: 'success',
  completed: 'neutral',
  cancelled: 'neutral',
  no_show: 'danger',
} as const satisfies Record<SessionStatus, Tone>;

export function StatusTag({ status }: { status: SessionStatus }) {
  const { t } = useTranslation('sessions');
  return <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>;
}

/** Returns a function that changes a session's status immediately, with Undo. */
export function useMoveStatus(): (id: string, to: SessionStatus, from: SessionStatus) => Promise<boolean> {
  const { t } = useTranslation('sessions');
  const mutate = useMutation();
  return (id, to, from) =>
    mutate(mutators.sessions.setStatus({ id, to, now: Date.now() }), {
      done: from === 'inquiry' && to === 'scheduled' ? t('moved.approved') : t(`moved.${to}`),
      undo: () => mutators.sessions.undoStatus({ id, now: Date.now() }),
    });
}

/** Like `useMoveStatus`, bound to one session. */
export function useSetStatus(id: string): (to: SessionStatus, from: SessionStatus) => Promise<boolean> {
  const move = useMoveStatus();
  return (to, from) => move(id, to, from);
}

/** Returns a function that changes the status of several sessions in one mutation, with Undo. */
export function useSetStatuses(): (ids: readonly string[], to: SessionStatus) => Promise<boolean> {
  const { t } = useTranslation('sessions');
  const mutate = useMutation();
  return (ids, to) =>
    mutate(mutators.sessions.setStatuses({ ids: [...ids], to, now: Date.now() }), {
      done: t(`movedMany.${to}`, { count: ids.length }),
      undo: () => mutators.sessions.undoStatuses({ ids: [...ids], now: Date.now() }),
    });
}
