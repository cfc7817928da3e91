import { useTranslation } from 'react-i18next';
import type { StepFields } from '#core/domain/sessions/automations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { newId } from '#web/lib/ids.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import { readContent, useStepLabels } from './step-labels.ts';
import type { StepRow } from './types.ts';

/** Returns the mutators' arguments of a stored step; undefined if it is not understood. */
export function toStepFields(step: StepRow): StepFields | undefined {
  const content = readContent(step);
  const { anchor, offsetUnit, offsetAmount, timeOfDay } = step;
  return content && { timing: { anchor, offsetUnit, offsetAmount, timeOfDay }, content };
}

/** Actions on the steps of a session type, with Undo. */
export function useStepActions(sessionTypeId: string) {
  const { t } = useTranslation(['automations', 'common']);
  const mutate = useMutation();
  const { whatOf } = useStepLabels();
  const remove = (id: string) => mutators.automations.remove({ id, now: Date.now() });
  const restore = (id: string) => mutators.automations.restore({ id, now: Date.now() });
  const pause = (paused: boolean) => mutators.automations.pauseType({ sessionTypeId, paused, now: Date.now() });
  const order = (stepIds: string[]) => mutators.automations.reorder({ sessionTypeId, stepIds, now: Date.now() });
  const insert = (steps: { id: string; timing: StepFields['timing']; content: StepFields['content'] }[]) =>
    mutators.automations.add({ sessionTypeId, steps, now: Date.now() });
  return {
    create: (id: string, fields: StepFields, mutationOptions: MutationOptions) =>
      mutate(insert([{ id, ...fields }]), {
        done: t('step.added', { name: whatOf(fields.content) }),
        undo: () => remove(id),
        ...mutationOptions,
      }),
    addMany: (steps: readonly StepFields[]) => {
      const added = steps.map((fields) => ({ id: newId(), ...fields }));
      return mutate(insert(added), {
        done: t('suggested', { count: steps.length }),
        undo: () => added.map(({ id }) => remove(id)),
      });
    },
    /** Updates only what changed: a new time leaves out times that have passed. */
    update: (step: StepRow, fields: StepFields, mutationOptions: MutationOptions) => {
      const before = toStepFields(step);
      const isSame = (part: keyof StepFields) => JSON.stringify(before?.[part]) === JSON.stringify(fields[part]);
      const write = ({ timing, content }: StepFields) =>
        mutators.automations.update({
          id: step.id,
          ...(!isSame('timing') && { timing }),
          ...(!isSame('content') && { content }),
          now: Date.now(),
        });
      const undo = before && { undo: () => write(before) };
      return mutate(write(fields), { done: t('common:saved'), ...undo, ...mutationOptions });
    },
    reorder: (stepIds: string[]) => mutate(order(stepIds)),
    remove: (step: StepRow) =>
      mutate(remove(step.id), { done: t('step.removed', { name: whatOf(step) }), undo: () => restore(step.id) }),
    setPaused: (paused: boolean) =>
      mutate(pause(paused), { done: t(paused ? 'pausedDone' : 'resumedDone'), undo: () => pause(!paused) }),
  };
}
