import { dayIn, isPlannedOn } from '#core/domain/plan-times.ts';
import type { SchedulePlan } from '#core/domain/schedule-plans.ts';
import { dateIn } from '#core/domain/time.ts';

/** Minutes that the plans of a day keep free after each session; the longest of them. */
export function bufferOn(plans: readonly SchedulePlan[], start: number, zone: string): number {
  const day = dayIn(dateIn(start, zone), zone);
  return Math.max(0, ...plans.filter((plan) => isPlannedOn(plan, day, zone)).map(({ bufferTime }) => bufferTime));
}
