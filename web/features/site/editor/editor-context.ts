import { createContext, use } from 'react';
import type { BlockKind } from '#core/domain/site/page-blocks.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { PageEdits } from './page-edits.ts';

/** Positions of a new section: after a row, null before all rows. */
export interface EditorActions {
  /** Opens the chooser of ready sections. */
  addSection: (after: string | null) => void;
  addBlock: (kind: BlockKind, cellId: string, after: string | null) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
  /** Moves a part one position up or down. */
  step: (id: string, by: -1 | 1) => void;
  /** Moves a part into another one, null is the page, after a sibling or first. */
  move: (id: string, parent: string | null, after: string | null) => void;
  setColumns: (row: Row, spans: readonly number[]) => void;
  undo: () => void;
  redo: () => void;
}

export interface Editor {
  rows: readonly Row[];
  edits: PageEdits;
  /** Id of the selected part. */
  selected: string | null;
  select: (id: string | null) => void;
  /** Id of the heading that is written on the canvas. */
  written: string | null;
  setWritten: (id: string | null) => void;
  /** Moves the focus to the fields of the selected part. */
  edit: (id: string) => void;
  /** Language of the texts that are edited. */
  language: Language;
  studioLanguage: Language;
  actions: EditorActions;
}

/** Width from which the three parts of the editor are beside each other: Tailwind's `lg`. */
export const WIDE = '(min-width: 64rem)';

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('useEditor needs an EditorProvider above it');
  return editor;
}
