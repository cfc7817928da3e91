import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../values/durations.ts';
import { galleryId, rowId, userId } from '../values/ids.ts';
import { instant, line, notes, text } from '../values/primitives.ts';
import type { Transitions } from '../values/transitions.ts';

export const SESSION_STATUSES = [
  'inquiry',
  'scheduled',
  'declined',
  'confirmed',
  'completed',
  'cancelled',
  'no_show',
] as const;
export const sessionStatus = z.enum(SESSION_STATUSES);
export type SessionStatus = z.infer<typeof sessionStatus>;

/** Rescheduling is an event, not a status. */
export const SESSION_TRANSITIONS: Transitions<SessionStatus> = {
  inquiry: ['scheduled', 'declined'],
  scheduled: ['confirmed', 'completed', 'cancelled', 'no_show'],
  declined: [],
  confirmed: ['completed', 'cancelled', 'no_show'],
  completed: [],
  cancelled: [],
  no_show: [],
};

/** Undo of the transitions above, allowed for `UNDO_WINDOW_MS` to the member who acted. */
export const SESSION_UNDO: Transitions<SessionStatus> = {
  inquiry: [],
  scheduled: ['inquiry'],
  declined: ['inquiry'],
  confirmed: ['scheduled'],
  completed: ['scheduled', 'confirmed'],
  cancelled: ['scheduled', 'confirmed'],
  no_show: ['scheduled', 'confirmed'],
};

/**
 * Statuses that block the calendar. A completed session or a no-show still uses its time and counts as a booking of its
 * day: marking it does not free the day.
 */
export const BUSY_STATUSES: readonly SessionStatus[] = ['inquiry', 'scheduled', 'confirmed', 'completed', 'no_show'];

/** Statuses of upcoming sessions, or of past ones without an outcome. */
export const OPEN_STATUSES: readonly SessionStatus[] = ['inquiry', 'scheduled', 'confirmed'];

/** Statuses of booked sessions without an outcome. */
export const BOOKED_STATUSES: readonly SessionStatus[] = ['scheduled', 'confirmed'];

export interface TitledSession {
  readonly type: string;
  readonly sessionType?: { readonly name: string } | undefined;
}

export const SESSION_SOURCES = ['studio', 'client'] as const;
export type SessionSource = (typeof SESSION_SOURCES)[number];

/** Longest session in milliseconds: a week. */
export const LONGEST_SESSION_MS = 7 * DAY_MS;

/** Minutes; at most a week. */
export const duration = z.number().int().min(1).max(10_080);

export const MAX_CHECKLIST = 100;

export const checklistItem = z.strictObject({
  id: rowId,
  text: text.trim().min(1).max(300),
  isDone: z.boolean(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

export const checklist = z
  .array(checklistItem)
  .max(MAX_CHECKLIST)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length);

/** Editable details of a session. Time, status and money have their own mutations. */
const sessionDetails = z.strictObject({
  customerId: rowId,
  sessionTypeId: rowId.nullable(),
  /** The session's photographer, a member of the studio. */
  photographerId: userId.nullable(),
  galleryId: galleryId.nullable(),
  /** Title; the type's name by default. */
  type: line.max(200),
  locationId: rowId.nullable(),
  /** Free text, for a location that is not one of the studio's. */
  location: text.trim().max(1000),
});

/** Start in epoch milliseconds, and duration in minutes. */
export const sessionTime = z.strictObject({ date: instant, duration });

export const newSession = z.strictObject({
  id: rowId,
  ...sessionDetails.partial().required({ customerId: true }).shape,
  ...sessionTime.shape,
  notes: notes.optional(),
  /** `inquiry` for a request. A past session can be created as completed. */
  status: z.enum(['inquiry', 'scheduled', 'confirmed', 'completed']).optional(),
});

export const sessionChanges = sessionDetails.partial();

/** Maximum number of sessions per bulk mutation: one page of a list. */
export const MAX_BULK_SESSIONS = 200;
export const sessionIds = z.array(rowId).min(1).max(MAX_BULK_SESSIONS);

/** Returns the name of a session: its own title, or its type's name; empty without either. */
export function sessionTitle({ type, sessionType }: TitledSession): string {
  return type || (sessionType?.name ?? '');
}

/** Returns the end of a session, epoch milliseconds. */
export function sessionEnd({ date, duration: minutes }: { date: number; duration: number }): number {
  return date + minutes * MINUTE_MS;
}

/** True for a booked session until its end, also during it. */
export function isUpcoming(
  { status, ...time }: { status: SessionStatus; date: number; duration: number },
  now: number,
): boolean {
  return BOOKED_STATUSES.includes(status) && sessionEnd(time) > now;
}

export const SESSION_EVENT_KINDS = ['created', 'booked', 'rescheduled', 'status'] as const;
export type SessionEventKind = (typeof SESSION_EVENT_KINDS)[number];

/**
 * Three-way merge of two concurrent edits of a checklist with the common ancestor `base`: `mine` is the edited list,
 * `stored` the current one. Keeps items that either side added, ticked or edited. A removal wins unless the other side
 * edited the item. Returns items in the order of `mine`, followed by those added in `stored`.
 */
export function mergeChecklists(
  base: readonly ChecklistItem[],
  mine: readonly ChecklistItem[],
  stored: readonly ChecklistItem[],
): ChecklistItem[] {
  const [before, theirs] = [byId(base), byId(stored)];
  const chosen = new Set(mine.map(({ id }) => id));
  const retained = mine.flatMap((item): ChecklistItem[] => {
    const [was, is] = [before.get(item.id), theirs.get(item.id)];
    const isMine = !was || was.text !== item.text || was.isDone !== item.isDone;
    if (!is) return isMine ? [item] : [];
    if (!was) return [item];
    return [
      {
        id: item.id,
        text: item.text === was.text ? is.text : item.text,
        isDone: item.isDone === was.isDone ? is.isDone : item.isDone,
      },
    ];
  });
  const came = stored.filter((item) => {
    if (chosen.has(item.id)) return false;
    const was = before.get(item.id);
    return !was || was.text !== item.text;
  });
  return [...retained, ...came];
}

const byId = (items: readonly ChecklistItem[]) => new Map(items.map((item) => [item.id, item]));
