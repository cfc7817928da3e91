import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '#core/domain/durations.ts';
import type { SessionStatus } from '#core/domain/sessions.ts';
import { UNDO_WINDOW_MS } from '#core/domain/transitions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useFormat } from '../format/use-format.ts';
import { useMutation } from '../sync/use-mutation.tsx';

/** Epoch milliseconds and minutes. */
interface SessionTime {
  date: number;
  duration: number;
}

interface ScheduledSession extends SessionTime {
  id: string;
  status: SessionStatus;
  customer?: { email: string; deletedAt: number | null } | undefined;
}

/**
 * Returns the time at which the server mails the client about a new time, epoch milliseconds, or null without a mail:
 * the same conditions as in functions/messages/session-mails.ts.
 */
export function rescheduleMailAt(
  { status, customer }: Pick<ScheduledSession, 'status' | 'customer'>,
  { date, duration }: SessionTime,
  now: number,
): number | null {
  const isTold = status !== 'inquiry' && Boolean(customer?.email) && customer?.deletedAt === null;
  return isTold && date + duration * MINUTE_MS > now ? now + UNDO_WINDOW_MS : null;
}

/**
 * Returns a function that moves a session. Its toast offers Undo, and says when the client is mailed, with "Don't send";
 * `notify: false` sends no mail.
 */
export function useReschedule() {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const mutate = useMutation();
  return async (session: ScheduledSession, to: SessionTime, { done, notify }: { done: string; notify: boolean }) => {
    const { id, date, duration } = session;
    const move = (time: SessionTime) => mutators.sessions.reschedule({ id, ...time, now: Date.now() });
    const withdraw = () =>
      mutators.messages.withdrawPending({ sessionId: id, kind: 'session_rescheduled', now: Date.now() });
    const mailAt = notify ? rescheduleMailAt(session, to, Date.now()) : null;
    const isMoved = await mutate(move(to), {
      done,
      undo: () => (notify ? move({ date, duration }) : [move({ date, duration }), withdraw()]),
      ...(mailAt !== null && {
        detail: t('reschedule.mailAt', { time: format.time(mailAt) }),
        action: {
          label: t('reschedule.dontSend'),
          onSelect: () => void mutate(withdraw(), { done: t('reschedule.notSent') }),
        },
      }),
    });
    if (isMoved && !notify) await mutate(withdraw());
    return isMoved;
  };
}
