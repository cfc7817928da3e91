import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { PlanRow } from '../types.ts';
import type { PlanFields } from './plan-values.ts';

const fieldsOf = (plan: PlanRow): PlanFields => ({
  name: plan.name,
  startDate: plan.startDate,
  endDate: plan.endDate,
  daysOfWeek: plan.daysOfWeek,
  timeSlots: plan.timeSlots,
  location: plan.location,
  locationId: plan.locationId,
  maxBookingsPerDay: plan.maxBookingsPerDay,
  bufferTime: plan.bufferTime,
});

/** Actions on plans, each with Undo. */
export function usePlanActions() {
  const { t } = useTranslation(['scheduling', 'common']);
  const mutate = useMutation();
  const remove = (id: string) => mutators.plans.remove({ id, now: Date.now() });
  const write = (id: string, changes: Partial<PlanFields>) => mutators.plans.update({ id, changes, now: Date.now() });
  const turn = (id: string, isActive: boolean) => mutators.plans.setActive({ id, isActive, now: Date.now() });
  return {
    create: (id: string, sessionTypeId: string, fields: PlanFields, mutationOptions: MutationOptions) =>
      mutate(mutators.plans.create({ id, sessionTypeId, ...fields, now: Date.now() }), {
        done: t('plan.created', { name: fields.name }),
        undo: () => remove(id),
        ...mutationOptions,
      }),
    /** Updates only the changed fields: others may be editing the rest. */
    update: (plan: PlanRow, fields: PlanFields, mutationOptions: MutationOptions) => {
      const previous = fieldsOf(plan);
      const differs = (name: string) => {
        const field = name as keyof PlanFields;
        return JSON.stringify(fields[field]) !== JSON.stringify(previous[field]);
      };
      const only = (all: PlanFields) => Object.fromEntries(Object.entries(all).filter(([name]) => differs(name)));
      const undo = () => write(plan.id, only(previous));
      return mutate(write(plan.id, only(fields)), { done: t('common:saved'), undo, ...mutationOptions });
    },
    setActive: ({ id, name }: PlanRow, isActive: boolean) =>
      mutate(turn(id, isActive), {
        done: t(isActive ? 'plan.turnedOn' : 'plan.turnedOff', { name }),
        undo: () => turn(id, !isActive),
      }),
    remove: (plan: PlanRow) => {
      const { id, sessionTypeId, isActive, name } = plan;
      const again = { id, sessionTypeId, isActive, ...fieldsOf(plan) };
      return mutate(remove(id), {
        done: t('plan.removed', { name }),
        undo: () => mutators.plans.create({ ...again, now: Date.now() }),
      });
    },
  };
}
