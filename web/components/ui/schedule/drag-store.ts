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

/**
 * The drag state, outside React: a drag changes it sixty times a second, and only subscribers render, not the hundreds
 * of other items.
 */
export class DragStore {
  readonly #listeners = new Set<() => void>();
  #context: DragContext;
  #state: DragState = { draft: null, landing: null };

  constructor(context: DragContext) {
    this.#context = context;
  }

  get(): DragState {
    return this.#state;
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Receives the current props after each render: a conflict may have appeared during the drag. */
  know(context: DragContext): void {
    this.#context = context;
    const { draft } = this.#state;
    if (!draft || (draft.start === draft.item.start && draft.end === draft.item.end)) return;
    const conflicts = this.#conflictsAt(draft.item.id, draft);
    if (conflicts.join() !== draft.conflicts.join()) this.#set({ ...this.#state, draft: { ...draft, conflicts } });
  }

  pickUp(item: ScheduleItem, by: DraggedItem['by']): void {
    const { start, end } = item;
    this.#set({ draft: { item, by, start, end, conflicts: [], home: this.#context.date }, landing: null });
  }

  /** Moves the item; a keyboard drag also turns the calendar's page to it. */
  moveTo({ start, end }: ScheduleSpan): void {
    const { draft } = this.#state;
    if (!draft || (draft.start === start && draft.end === end)) return;
    const { days, zone, onDateChange } = this.#context;
    const conflicts = this.#conflictsAt(draft.item.id, { start, end });
    this.#set({ draft: { ...draft, start, end, conflicts }, landing: null });
    const { date } = wallClockAt(start, zone);
    if (draft.by === 'keyboard' && !days.includes(date)) onDateChange(date);
  }

  drop(): void {
    const { draft } = this.#state;
    if (!draft) return;
    const { item, start, end } = draft;
    const moved = item.start !== start || item.end !== end;
    if (moved) this.#context.onMove?.(item.id, { start, end });
    this.#land(moved ? 'moved' : 'putBack', draft, draft);
  }

  putBack(): void {
    const { draft } = this.#state;
    if (!draft) return;
    const { date, onDateChange } = this.#context;
    if (draft.by === 'keyboard' && date !== draft.home) onDateChange(draft.home);
    this.#land('putBack', draft, draft.item);
  }

  #set(next: DragState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #land(kind: DropResult['kind'], { item, by }: DraggedItem, { start, end }: ScheduleSpan): void {
    this.#set({ draft: null, landing: { kind, id: item.id, title: item.title, by, start, end } });
  }

  #conflictsAt(id: string, { start, end }: ScheduleSpan): readonly string[] {
    return this.#context.conflictsOf?.(id, start, end) ?? [];
  }
}
