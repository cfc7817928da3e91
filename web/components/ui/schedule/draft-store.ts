import { clockAt } from '#web/lib/wall-clock.ts';
import type { ScheduleItem, ScheduleSpan } from './types.ts';

/** An item that has been picked up, and where it would lie. */
export interface Draft extends ScheduleSpan {
  item: ScheduleItem;
  by: 'pointer' | 'keyboard';
  conflicts: readonly string[];
  /** The date that was shown when it was picked up. */
  home: string;
}

/** How the last one ended: said once, and where the focus returns to. */
export interface Landing extends ScheduleSpan {
  id: string;
  title: string;
  by: Draft['by'];
  kind: 'moved' | 'putBack';
}

export interface DraftState {
  draft: Draft | null;
  landing: Landing | null;
}

/** What the calendar shows and does at the moment; read when something happens. */
export interface DraftWorld {
  zone: string;
  date: string;
  days: readonly string[];
  conflictsOf?: ((id: string, start: number, end: number) => readonly string[]) | undefined;
  onMove?: ((id: string, to: ScheduleSpan) => void) | undefined;
  onDateChange: (date: string) => void;
}

export type DraftStore = ReturnType<typeof createDraftStore>;

/**
 * Outside React's state, because a drag changes it sixty times a second: only what listens to it draws again, not the
 * hundreds of items that lie still.
 */
export function createDraftStore(first: DraftWorld) {
  let world = first;
  let state: DraftState = { draft: null, landing: null };
  const listeners = new Set<() => void>();
  const set = (next: DraftState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const land = (kind: Landing['kind'], { item, by }: Draft, { start, end }: ScheduleSpan) =>
    set({ draft: null, landing: { kind, id: item.id, title: item.title, by, start, end } });

  const conflictsAt = (id: string, { start, end }: ScheduleSpan) => world.conflictsOf?.(id, start, end) ?? [];

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Told after each drawing what is shown by now: what is in the way may have come while an item is held. */
    know: (next: DraftWorld) => {
      world = next;
      const { draft } = state;
      if (!draft || (draft.start === draft.item.start && draft.end === draft.item.end)) return;
      const conflicts = conflictsAt(draft.item.id, draft);
      if (conflicts.join() !== draft.conflicts.join()) set({ ...state, draft: { ...draft, conflicts } });
    },
    pickUp: (item: ScheduleItem, by: Draft['by']) => {
      const { start, end } = item;
      set({ draft: { item, by, start, end, conflicts: [], home: world.date }, landing: null });
    },
    /** To another place; by keyboard the calendar turns the page to it. */
    moveTo: ({ start, end }: ScheduleSpan) => {
      const { draft } = state;
      if (!draft || (draft.start === start && draft.end === end)) return;
      const { days, zone, onDateChange } = world;
      set({ draft: { ...draft, start, end, conflicts: conflictsAt(draft.item.id, { start, end }) }, landing: null });
      const { date } = clockAt(start, zone);
      if (draft.by === 'keyboard' && !days.includes(date)) onDateChange(date);
    },
    drop: () => {
      const { draft } = state;
      if (!draft) return;
      const { item, start, end } = draft;
      const moved = item.start !== start || item.end !== end;
      if (moved) world.onMove?.(item.id, { start, end });
      land(moved ? 'moved' : 'putBack', draft, draft);
    },
    putBack: () => {
      const { draft } = state;
      if (!draft) return;
      const { date, onDateChange } = world;
      if (draft.by === 'keyboard' && date !== draft.home) onDateChange(draft.home);
      land('putBack', draft, draft.item);
    },
  };
}
