import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DragState, DragStore } from './drag-store.ts';
import type { ScheduleLabels } from './schedule-labels.ts';
import type { ScheduleItem } from './types.ts';

/** Context of every part of one calendar. Keeps its identity while language, zone and permissions stay. */
export interface ScheduleScope {
  labels: ScheduleLabels;
  zone: string;
  language: string;
  readOnly: boolean;
  drag: DragStore;
  open: (item: ScheduleItem) => void;
  create: (start: number, end: number | null, anchor: Element) => void;
  /** Opens one day. */
  openDay: (date: string) => void;
  goTo: (date: string) => void;
}

export const ScheduleContext = createContext<ScheduleScope | null>(null);

export function useSchedule(): ScheduleScope {
  const scope = useContext(ScheduleContext);
  if (!scope) throw new Error('A part of a calendar is outside of one');
  return scope;
}

/** Selects a part of the drag state; renders again only when that part changes. */
export function useDragState<Part>(part: (state: DragState) => Part): Part {
  const { drag } = useSchedule();
  return useSyncExternalStore(drag.subscribe, () => part(drag.get()));
}
