import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useStepLabels } from './step-labels.ts';
import type { StepRow } from './types.ts';

/** Actions on the steps of one session. */
export function useRunActions(sessionId: string) {
  const { t } = useTranslation('automations');
  const mutate = useMutation();
  const { whatOf } = useStepLabels();
  const of = (step: StepRow) => ({ sessionId, stepId: step.id, now: Date.now() });
  const skip = (step: StepRow) => mutators.automations.skip(of(step));
  const unskip = (step: StepRow) => mutators.automations.unskip(of(step));
  const pause = (paused: boolean) => mutators.automations.pauseSession({ sessionId, paused, now: Date.now() });
  return {
    skip: (step: StepRow) =>
      mutate(skip(step), { done: t('session.skipped', { name: whatOf(step) }), undo: () => unskip(step) }),
    unskip: (step: StepRow) =>
      mutate(unskip(step), { done: t('session.unskipped', { name: whatOf(step) }), undo: () => skip(step) }),
    runNow: (step: StepRow) =>
      mutate(mutators.automations.runNow(of(step)), { done: t('session.nowDone', { name: whatOf(step) }) }),
    setPaused: (paused: boolean) =>
      mutate(pause(paused), {
        done: t(paused ? 'session.pausedDone' : 'session.resumedDone'),
        undo: () => pause(!paused),
      }),
  };
}
