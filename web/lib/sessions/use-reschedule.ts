import { useZero } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useFormat } from '../format/use-format.ts';
import { serverAnswer } from '../sync/server-answer.ts';
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
 * the same conditions as in functions/sessions/session-mails.ts.
 */
export function rescheduleMailAt(
  { status, customer }: Pick<ScheduledSession, 'status' | 'customer'>,
  { date, duration }: SessionTime,
  now: number,
): number | null {
  const isTold = status !== 'inquiry' && Boolean(customer?.email) && customer?.deletedAt === null;
  return isTold && date + duration * MINUTE_MS > now ? now + UNDO_WINDOW_MS : null;
}

/** Longest wait for the time that the client knows, in milliseconds. */
const KNOWN_WITHIN_MS = 3000;

interface KnownMessage {
  kind: string;
  status: string;
  sentAt: number | null;
}
interface KnownEvent {
  id: string;
  kind: string;
  at: number;
  details: unknown;
}

/**
 * Returns the time that the client knows while a mail about a new one is pending, else undefined: as `findKnownTime` in
 * functions/sessions/session-mails.ts.
 */
export function timeKnownToClient(
  messages: readonly KnownMessage[],
  events: readonly KnownEvent[],
): SessionTime | undefined {
  if (!messages.some(({ kind, status }) => kind === 'session_rescheduled' && status === 'pending')) return undefined;
  const sentAt = Math.max(...messages.map((one) => (one.status === 'sent' ? (one.sentAt ?? 0) : 0)));
  const [first] = events
    .filter(({ kind, at }) => kind === 'rescheduled' && at > sentAt)
    .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const { from, fromMinutes } = (first?.details ?? {}) as { from?: number; fromMinutes?: number };
  return from !== undefined && fromMinutes !== undefined ? { date: from, duration: fromMinutes } : undefined;
}

/**
 * Returns a function that moves a session. Its toast offers Undo, and says when the client is mailed, with "Don't send";
 * `notify: false` sends no mail. A session that is back at the time the client knows sends none either.
 */
export function useReschedule() {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const mutate = useMutation();
  const zero = useZero();
  /** False also if the server does not answer in time: a mail announced in vain is better than a dialog that hangs. */
  const isKnown = async (id: string, to: SessionTime) => {
    const read = Promise.all([
      zero.run(queries.messages.ofSession({ sessionId: id, limit: 1000 }), { type: 'complete' }),
      zero.run(queries.sessions.byId({ id }), { type: 'complete' }),
    ]).then(([messages, session]) => timeKnownToClient(messages, session?.events ?? []));
    const known = await serverAnswer(read, KNOWN_WITHIN_MS).catch(() => undefined);
    return known?.date === to.date && known.duration === to.duration;
  };
  return async (session: ScheduledSession, to: SessionTime, { done, notify }: { done: string; notify: boolean }) => {
    const { id, date, duration } = session;
    const move = (time: SessionTime) => mutators.sessions.reschedule({ id, ...time, now: Date.now() });
    const withdraw = () =>
      mutators.messages.withdrawPending({ sessionId: id, kind: 'session_rescheduled', now: Date.now() });
    const isTold = notify && rescheduleMailAt(session, to, Date.now()) !== null;
    const isBack = isTold && (await isKnown(id, to));
    const mailAt = isTold && !isBack ? rescheduleMailAt(session, to, Date.now()) : null;
    const isMoved = await mutate(move(to), {
      done,
      undo: () => (notify ? move({ date, duration }) : [move({ date, duration }), withdraw()]),
      ...(isBack && { detail: t('reschedule.notSent') }),
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
