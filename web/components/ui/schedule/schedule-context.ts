import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DraftState, DraftStore } from './draft-store.ts';
import type { ScheduleWords } from './schedule-words.ts';
import type { ScheduleItem } from './types.ts';

/** What every part of one calendar needs. Its identity stays while the language, the zone and the rights do. */
export interface ScheduleScope {
  words: ScheduleWords;
  zone: string;
  language: string;
  readOnly: boolean;
  drafts: DraftStore;
  open: (item: ScheduleItem) => void;
  create: (start: number) => void;
  /** Shows one day. */
  openDay: (date: string) => void;
  goTo: (date: string) => void;
}

export const ScheduleContext = createContext<ScheduleScope | null>(null);

export function useSchedule(): ScheduleScope {
  const scope = useContext(ScheduleContext);
  if (!scope) throw new Error('A part of a calendar stands outside of one');
  return scope;
}

/** A part of the state of drags; draws again only when that part is another. */
export function useDrafts<Part>(part: (state: DraftState) => Part): Part {
  const { drafts } = useSchedule();
  return useSyncExternalStore(drafts.subscribe, () => part(drafts.get()));
}
