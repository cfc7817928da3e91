import type { ReactNode } from 'react';

export const SCHEDULE_VIEWS = ['day', 'week', 'month', 'agenda'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

/** How firm an item is: filled, with a dashed edge (not agreed yet), crossed out (does not take place). */
export type ScheduleTone = 'solid' | 'outlined' | 'struck';

/** A stretch of time, epoch milliseconds; the end is not part of it. */
export interface ScheduleSpan {
  start: number;
  end: number;
}

export interface ScheduleItem extends ScheduleSpan {
  id: string;
  title: string;
  subtitle?: string;
  /** A word for what the tone shows ("Inquiry", "Cancelled"): read out with the item, written where there is room. */
  state?: string;
  /** Any CSS colour; shows as an edge and a tint, so that the text stays readable on it. */
  colour: string;
  tone: ScheduleTone;
  /** Where Enter and a click lead. Without it `onOpen` is called. */
  href?: string;
  /** Stays where it is, whatever the screen allows: a cancelled session. */
  fixed?: boolean;
}

/** Minutes of the day, wall clock: 540 is 09:00. */
export interface ScheduleHours {
  from: number;
  to: number;
}

export interface ScheduleProps {
  /** The calendar's accessible name. */
  label: string;
  /** At least those of `visibleSpan(view, date, …)`; others do no harm. Keep the array's identity while nothing changes. */
  items: readonly ScheduleItem[];
  /** The studio's IANA zone: all times are shown and moved in it. */
  zone: string;
  /** BCP 47; `en` is read as British. */
  language: string;
  /** Epoch milliseconds, as `useNow()` of web/lib gives them. */
  now: number;
  view: ScheduleView;
  onViewChange: (view: ScheduleView) => void;
  /** A day of what is shown, `2026-11-24`. */
  date: string;
  onDateChange: (date: string) => void;
  /** Days that are shaded and named as blocked, `2026-12-25`. */
  blockedDays?: readonly string[];
  /** Bands in the background: times that can be booked. */
  hints?: readonly ScheduleSpan[];
  /** Scrolled to first, the rest of the day is shaded. 09:00 to 19:00 unless told. */
  workingHours?: ScheduleHours;
  /** Nothing can be moved, resized or created, and nothing says that it could. */
  readOnly?: boolean;
  onOpen?: (id: string) => void;
  /** On the drop only. An item that was dropped where it lay is not reported. */
  onMove?: (id: string, to: ScheduleSpan) => void;
  /** An empty slot was clicked, or Enter pressed on it: its start. */
  onCreate?: (start: number) => void;
  /** What the item would collide with, as titles: asked at each step of a drag, so it must be quick. */
  conflictsOf?: (id: string, start: number, end: number) => readonly string[];
  /** Beside the views: the screen's own act. */
  actions?: ReactNode;
}
