import type { ReactNode } from 'react';

export const SCHEDULE_VIEWS = ['day', 'week', 'month', 'agenda'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

/** Filled (confirmed), dashed edge (not confirmed yet), crossed out (cancelled). */
export type ScheduleTone = 'solid' | 'outlined' | 'struck';

/** A time span in epoch milliseconds; the end is exclusive. */
export interface ScheduleSpan {
  start: number;
  end: number;
}

export interface ScheduleItem extends ScheduleSpan {
  id: string;
  title: string;
  subtitle?: string;
  /** Text of the tone ("Inquiry", "Cancelled"): part of the accessible name, visible if it fits. */
  state?: string;
  /** Any CSS colour; drawn as an edge and a tint, so that the text stays readable. */
  colour: string;
  tone: ScheduleTone;
  /** Target of Enter and click. Without it `onOpen` is called. */
  href?: string;
  /** Cannot be moved, e.g. a cancelled session. */
  fixed?: boolean;
}

/** Minutes of the day, wall clock: 540 is 09:00. */
export interface ScheduleHours {
  from: number;
  to: number;
}

export interface ScheduleProps {
  label: string;
  /** At least those of `visibleSpan(view, date, …)`. Keep the array's identity while nothing changes. */
  items: readonly ScheduleItem[];
  /** The studio's IANA zone, for all times shown and moved. */
  zone: string;
  /** Epoch milliseconds, from `useNow()` of web/lib. */
  now: number;
  view: ScheduleView;
  onViewChange: (view: ScheduleView) => void;
  /** A day within the page shown, `2026-11-24`. */
  date: string;
  onDateChange: (date: string) => void;
  /** Days shaded and labelled as blocked, `2026-12-25`. */
  blockedDays?: readonly string[];
  /** Background bands of bookable times. */
  hints?: readonly ScheduleSpan[];
  /** Initial scroll position; the rest of the day is shaded. Default 09:00 to 19:00. */
  workingHours?: ScheduleHours;
  /** Disables moving, resizing and creating, and hides their hints. */
  readOnly?: boolean;
  onOpen?: (id: string) => void;
  /** Called on drop only, and not for an item that was dropped in place. */
  onMove?: (id: string, to: ScheduleSpan) => void;
  /**
   * Called with an empty slot on click or Enter (`end` is null), or with the span drawn by dragging.
   * @param anchor the first slot
   */
  onCreate?: (start: number, end: number | null, anchor: Element) => void;
  /** Titles of the conflicting items. Called at each step of a drag, so it must be fast. */
  conflictsOf?: (id: string, start: number, end: number) => readonly string[];
  /** Actions beside the view switch. */
  actions?: ReactNode;
}
