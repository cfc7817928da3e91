import { isoDate } from '#core/domain/values/time.ts';
import { SCHEDULE_VIEWS } from '#web/components/ui/schedule/types.ts';
import { choiceParam, filterParam, flagParam, viewParams } from '#web/lib/view-params.ts';

export const CALENDAR = viewParams({
  /** Null: the view that fits the screen. */
  view: choiceParam('view', SCHEDULE_VIEWS, null),
  /** Null: today. */
  date: filterParam('date', (date) => isoDate.safeParse(date).success),
  typeId: filterParam('type'),
  photographerId: filterParam('photographer'),
  /** True to show cancelled and declined sessions too. */
  withCancelled: flagParam('cancelled'),
  /** True to show the free slots that clients could book. */
  withFree: flagParam('free'),
});
export type CalendarView = typeof CALENDAR.defaults;
