import { AUTOMATED_STATUSES, type StepSession, stepState } from '#core/domain/sessions/automations.ts';
import type { RunRow, SessionRow, StepRow } from './types.ts';

/** State of a step for a session: what became of it, or what is to come. */
export type PlanState =
  | 'done'
  | 'sent'
  | 'queued'
  | 'failed'
  | 'withdrawn'
  | 'skipped'
  /** Due, but paused. */
  | 'held'
  | ReturnType<typeof stepState>['state'];

export interface PlanItem {
  step: StepRow;
  state: PlanState;
  run: RunRow | null;
  /** When it was done, or is due, epoch milliseconds; null while unknown. */
  at: number | null;
}

/** Returns the times of a session that its steps refer to. */
function toStepSession(session: SessionRow): StepSession {
  const { date, duration, status, gallery } = session;
  return {
    date,
    duration,
    bookedAt: status === 'inquiry' ? null : (session.bookedAt ?? session.createdAt),
    deliveredAt: gallery?.deletedAt === null ? gallery.publishedAt : null,
  };
}

/**
 * Returns the time line of a session, by time; steps without a time go last. A session that was cancelled, declined or
 * missed only shows what was done.
 */
export function planSession(
  session: SessionRow,
  steps: readonly StepRow[],
  runs: readonly RunRow[],
  { zone, isPaused, now }: { zone: string; isPaused: boolean; now: number },
): PlanItem[] {
  const of = toStepSession(session);
  const past = runs.flatMap((run): PlanItem[] =>
    run.step ? [{ step: run.step, run, state: stateOfRun(run), at: run.message?.sentAt ?? run.at }] : [],
  );
  const isOpen = session.status === 'inquiry' || AUTOMATED_STATUSES.includes(session.status);
  const coming = steps
    .filter((step) => isOpen && !runs.some(({ stepId }) => stepId === step.id))
    .map((step): PlanItem => {
      const { state, due } = stepState(step, of, zone, now);
      return { step, run: null, state: state === 'due' && isPaused ? 'held' : state, at: due };
    });
  return [...past, ...coming].toSorted((left, right) => (left.at ?? Infinity) - (right.at ?? Infinity) || 0);
}

function stateOfRun({ status, message }: RunRow): PlanState {
  if (status !== 'done') return status;
  if (!message) return 'done';
  return ({ pending: 'queued', sent: 'sent', failed: 'failed', cancelled: 'withdrawn' } as const)[message.status];
}
