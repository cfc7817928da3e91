import type { ScheduleView } from './types.ts';

const WIDE = '(min-width: 48rem)';

/** Room for columns side by side, as Tailwind's `md` has it. */
export function isWide(): boolean {
  return matchMedia(WIDE).matches;
}

/** What a calendar opens with when nobody has chosen: a day fits a phone, a week fits a desk. */
export function defaultView(): ScheduleView {
  return isWide() ? 'week' : 'day';
}
