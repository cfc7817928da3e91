import { z } from 'zod';
import { galleryId, rowId, userId } from './ids.ts';
import { instant, notes, text } from './primitives.ts';
import type { Transitions } from './transitions.ts';

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

/** Decisions §2. Rescheduling is an event, not a status. */
export const SESSION_TRANSITIONS: Transitions<SessionStatus> = {
  inquiry: ['scheduled', 'declined'],
  scheduled: ['confirmed', 'completed', 'cancelled', 'no_show'],
  declined: [],
  confirmed: ['completed', 'cancelled', 'no_show'],
  completed: [],
  cancelled: [],
  no_show: [],
};

/** Undo of the transitions above, open for `UNDO_WINDOW_MS` to who acted. */
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
 * Those that take their time in the calendar: nothing else is booked over them. A session that has been, or was waited
 * for, has taken it, and one of the bookings of its day: saying so at noon does not make the day free again.
 */
export const BUSY_STATUSES: readonly SessionStatus[] = ['inquiry', 'scheduled', 'confirmed', 'completed', 'no_show'];

/** Those that are still to come, or to be said how they went. */
export const OPEN_STATUSES: readonly SessionStatus[] = ['inquiry', 'scheduled', 'confirmed'];

export const SESSION_SOURCES = ['studio', 'client'] as const;
export type SessionSource = (typeof SESSION_SOURCES)[number];

/** Minutes; a week at most. */
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

/** What is said of a session beside its time, status and money, each of which changes by an act of its own. */
const sessionDetails = z.strictObject({
  customerId: rowId,
  sessionTypeId: rowId.nullable(),
  /** Whose session it is; a member of the studio. */
  photographerId: userId.nullable(),
  galleryId: galleryId.nullable(),
  /** What it is called: the type's name unless said otherwise. */
  type: text.trim().max(200),
  locationId: rowId.nullable(),
  /** An address in words, where it is none of the studio's places. */
  location: text.trim().max(1000),
});

/** When it is: epoch milliseconds, and minutes. */
export const sessionTime = z.strictObject({ date: instant, duration });

export const newSession = z.strictObject({
  id: rowId,
  ...sessionDetails.partial().required({ customerId: true }).shape,
  ...sessionTime.shape,
  notes: notes.optional(),
  /** `inquiry` for what is only asked for; a session that has been may be entered as completed. */
  status: z.enum(['inquiry', 'scheduled', 'confirmed', 'completed']).optional(),
});

export const sessionChanges = sessionDetails.partial();

/** Sessions of one act on many; one screen of a list. */
export const MAX_BULK_SESSIONS = 200;
export const sessionIds = z.array(rowId).min(1).max(MAX_BULK_SESSIONS);

/** When a session ends, epoch milliseconds. */
export function sessionEnd({ date, duration: minutes }: { date: number; duration: number }): number {
  return date + minutes * 60_000;
}

export const SESSION_EVENT_KINDS = ['created', 'booked', 'rescheduled', 'status'] as const;
export type SessionEventKind = (typeof SESSION_EVENT_KINDS)[number];

/**
 * A list that two people changed at once: `mine` as somebody made it of `base`, and `stored` as it is by now. What
 * either added stays, what either ticked or wrote is kept, what either took out is out unless the other wrote in it;
 * the order is mine, with what came meanwhile at its end.
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
