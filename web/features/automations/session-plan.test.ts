import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { planSession } from './session-plan.ts';
import type { RunRow, SessionRow, StepRow } from './types.ts';

const START = Date.parse('2026-10-27T09:00:00Z');
const session = { status: 'confirmed', date: START, duration: 60, bookedAt: null, createdAt: 0 } as SessionRow;
const step = (id: string, changes: Partial<StepRow> = {}) =>
  ({ id, anchor: 'shoot', offsetUnit: 'days', offsetAmount: -3, timeOfDay: 600, activeFrom: 0, ...changes }) as StepRow;
const run = (of: StepRow, changes: Partial<RunRow> = {}) =>
  ({ stepId: of.id, step: of, status: 'done', at: START - 3 * DAY_MS, ...changes }) as RunRow;

const plan = (steps: StepRow[], runs: RunRow[], changes: Partial<SessionRow> = {}, isPaused = false) =>
  planSession({ ...session, ...changes }, steps, runs, {
    zone: 'Europe/Madrid',
    isPaused,
    now: START - 3 * DAY_MS + 2 * HOUR_MS,
  }).map((item) => `${item.step.id} ${item.state}`);

describe('the time line of a session', () => {
  const [mail, task, review] = [
    step('mail'),
    step('task', { offsetAmount: -1 }),
    step('review', { anchor: 'delivered', offsetAmount: 7 }),
  ];

  it('has what was done and what is to come, by time; what waits for the delivery goes last', () => {
    expect(plan([review, task, mail], [run(mail)])).toEqual(['mail done', 'task planned', 'review waiting']);
    expect(plan([mail], [])).toEqual(['mail due']);
    expect(plan([mail], [], {}, true)).toEqual(['mail held']);
  });

  it('tells what became of a mail', () => {
    const of = (status: string) => plan([], [run(mail, { message: { status, sentAt: null } as RunRow['message'] })]);
    expect([of('pending'), of('sent'), of('failed'), of('cancelled')].flat()).toEqual([
      'mail queued',
      'mail sent',
      'mail failed',
      'mail withdrawn',
    ]);
  });

  it('keeps what was done by deleted steps, and of a cancelled session nothing else', () => {
    expect(plan([task], [run(mail)], { status: 'cancelled' })).toEqual(['mail done']);
    expect(plan([task], [run(mail)])).toEqual(['mail done', 'task planned']);
  });
});
