import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useAct } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';
import type { PlanRow } from '../scheduling-rows.ts';
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

/** Whatever is done to a plan, with the way back. */
export function usePlanActs() {
  const { t } = useTranslation(['scheduling', 'common']);
  const act = useAct();
  const remove = (id: string) => mutators.plans.remove({ id, now: Date.now() });
  const write = (id: string, changes: PlanFields) => mutators.plans.update({ id, changes, now: Date.now() });
  const turn = (id: string, isActive: boolean) => mutators.plans.setActive({ id, isActive, now: Date.now() });
  return {
    create: (sessionTypeId: string, fields: PlanFields, onStood: () => void) => {
      const id = newId();
      return act(mutators.plans.create({ id, sessionTypeId, ...fields, now: Date.now() }), {
        done: t('plan.created', { name: fields.name }),
        undo: () => remove(id),
        onStood,
      });
    },
    update: (plan: PlanRow, fields: PlanFields, onStood: () => void) =>
      act(write(plan.id, fields), { done: t('common:saved'), undo: () => write(plan.id, fieldsOf(plan)), onStood }),
    setActive: ({ id, name }: PlanRow, isActive: boolean) =>
      act(turn(id, isActive), {
        done: t(isActive ? 'plan.turnedOn' : 'plan.turnedOff', { name }),
        undo: () => turn(id, !isActive),
      }),
    remove: (plan: PlanRow) => {
      const { id, sessionTypeId, isActive, name } = plan;
      const again = { id, sessionTypeId, isActive, ...fieldsOf(plan) };
      return act(remove(id), {
        done: t('plan.removed', { name }),
        undo: () => mutators.plans.create({ ...again, now: Date.now() }),
      });
    },
  };
}
