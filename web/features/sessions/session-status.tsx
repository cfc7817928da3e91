import { useTranslation } from 'react-i18next';
import type { SessionStatus } from '#core/domain/sessions.ts';
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

/** Moves a session on, at once, with a way back. */
export function useMoveStatus(): (id: string, to: SessionStatus, from: SessionStatus) => Promise<boolean> {
  const { t } = useTranslation('sessions');
  const act = useMutation();
  return (id, to, from) =>
    act(mutators.sessions.setStatus({ id, to, now: Date.now() }), {
      done: from === 'inquiry' && to === 'scheduled' ? t('moved.approved') : t(`moved.${to}`),
      undo: () => mutators.sessions.undoStatus({ id, now: Date.now() }),
    });
}

/** The same for the one of a page. */
export function useSetStatus(id: string): (to: SessionStatus, from: SessionStatus) => Promise<boolean> {
  const move = useMoveStatus();
  return (to, from) => move(id, to, from);
}

/** The same for many, as one act. */
export function useSetStatuses(): (ids: readonly string[], to: SessionStatus) => Promise<boolean> {
  const { t } = useTranslation('sessions');
  const act = useMutation();
  return (ids, to) =>
    act(mutators.sessions.setStatuses({ ids: [...ids], to, now: Date.now() }), {
      done: t(`movedMany.${to}`, { count: ids.length }),
      undo: () => mutators.sessions.undoStatuses({ ids: [...ids], now: Date.now() }),
    });
}
