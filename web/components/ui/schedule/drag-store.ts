import { wallClockAt } from '#web/lib/format/wall-clock.ts';
import type { ScheduleItem, ScheduleSpan } from './types.ts';

/** The dragged item and its current span. */
export interface DraggedItem extends ScheduleSpan {
  item: ScheduleItem;
  by: 'pointer' | 'keyboard';
  conflicts: readonly string[];
  /** The date shown at the start of the drag. */
  home: string;
}

/** Result of the last drag: announced once, and the focus returns to its item. */
export interface DropResult extends ScheduleSpan {
  id: string;
  title: string;
  by: DraggedItem['by'];
  kind: 'moved' | 'putBack';
}

export interface DragState {
  draft: DraggedItem | null;
  landing: DropResult | null;
}

/** Current props of the calendar; read when an event occurs. */
export interface DragContext {
  zone: string;
  date: string;
  days: readonly string[];
  conflictsOf?: ((id: string, start: number, end: number) => readonly string[]) | undefined;
  onMove?: ((id: string, to: ScheduleSpan) => void) | undefined;
  onDateChange: (date: string) => void;
}

export type DragStore = ReturnType<typeof createDragStore>;

/**
 * Creates the drag state outside React: a drag changes it sixty times a second, and only subscribers render, not the
 * hundreds of other items.
 */
export function createDragStore(first: DragContext) {
  let context = first;
  let state: DragState = { draft: null, landing: null };
  const listeners = new Set<() => void>();
  const set = (next: DragState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const land = (kind: DropResult['kind'], { item, by }: DraggedItem, { start, end }: ScheduleSpan) =>
    set({ draft: null, landing: { kind, id: item.id, title: item.title, by, start, end } });

  const conflictsAt = (id: string, { start, end }: ScheduleSpan) => context.conflictsOf?.(id, start, end) ?? [];

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Receives the current props after each render: a conflict may have appeared during the drag. */
    know: (next: DragContext) => {
      context = next;
      const { draft } = state;
      if (!draft || (draft.start === draft.item.start && draft.end === draft.item.end)) return;
      const conflicts = conflictsAt(draft.item.id, draft);
      if (conflicts.join() !== draft.conflicts.join()) set({ ...state, draft: { ...draft, conflicts } });
    },
    pickUp: (item: ScheduleItem, by: DraggedItem['by']) => {
      const { start, end } = item;
      set({ draft: { item, by, start, end, conflicts: [], home: context.date }, landing: null });
    },
    /** Moves the item; a keyboard drag also turns the calendar's page to it. */
    moveTo: ({ start, end }: ScheduleSpan) => {
      const { draft } = state;
      if (!draft || (draft.start === start && draft.end === end)) return;
      const { days, zone, onDateChange } = context;
      set({ draft: { ...draft, start, end, conflicts: conflictsAt(draft.item.id, { start, end }) }, landing: null });
      const { date } = wallClockAt(start, zone);
      if (draft.by === 'keyboard' && !days.includes(date)) onDateChange(date);
    },
    drop: () => {
      const { draft } = state;
      if (!draft) return;
      const { item, start, end } = draft;
      const moved = item.start !== start || item.end !== end;
      if (moved) context.onMove?.(item.id, { start, end });
      land(moved ? 'moved' : 'putBack', draft, draft);
    },
    putBack: () => {
      const { draft } = state;
      if (!draft) return;
      const { date, onDateChange } = context;
      if (draft.by === 'keyboard' && date !== draft.home) onDateChange(draft.home);
      land('putBack', draft, draft.item);
    },
  };
}
