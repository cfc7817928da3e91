import type { FieldIssue } from '#core/domain/values/errors.ts';
import type { FileResult } from '../files/read-contacts.ts';
import type { ImportTable, Mapping } from '../files/import-table.ts';
import type { ImportStep, KindName } from './import-run.ts';

/** A row as the preview shows it; `row` is its index in the file. */
export type ShownRow =
  | { row: number; state: 'new' | 'fills' | 'same'; title: string; detail: string }
  | { row: number; state: 'bad'; reasons: readonly FieldIssue[] };

/** Options beside the mapping: what becomes of existing clients, or of clients that are not there yet. */
export interface ImportChoice {
  label: string;
  options: readonly { value: string; label: string; hint: string }[];
}

export interface Preview {
  rows: readonly ShownRow[];
  /** Null: nothing to choose. The first option is the default. */
  choice: ImportChoice | null;
  /** The changes for an option of `choice`, and the number of rows that they write. */
  plan: (option: string) => { total: number; steps: () => ImportStep[] };
}

/** A kind of import: how files are read, which fields columns have, and how rows are stored. */
export interface ImportKind {
  name: KindName;
  list: { to: string; label: string };
  /** For `<input accept>`. */
  accept: string;
  fields: readonly string[];
  read: (file: File) => Promise<FileResult>;
  /** Null until the existing rows are loaded. */
  preview: ((table: ImportTable, mapping: Mapping) => Preview) | null;
}
