/** What a column of somebody's address book can be to us. Several columns may be the same one: a street and a city. */
export const CONTACT_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'company',
  'email',
  'phone',
  'address',
  'taxId',
  'notes',
  'tags',
  'language',
] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** What each column is, by its place; null is left out. A person can change it before anything is imported. */
export type Mapping = readonly (ContactField | null)[];

/** Where a file seems to come from, for a word to the person. */
export type Dialect = 'google' | 'outlook' | 'vcard' | 'other';

/** A file of contacts as a table. Every row has a cell for every header. */
export interface ContactTable {
  dialect: Dialect;
  /** Empty texts where the file has no header row. */
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** Our guess. */
  mapping: Mapping;
}

/** A studio's whole address book; above it, a file is not one. */
export const MAX_ROWS = 10_000;
/** vCards carry portraits. Whoever has more than this exports them without. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Why a whole file cannot be read. Its text is `customers:import.file.<code>`. */
export type FileProblem = 'too_large' | 'empty' | 'spreadsheet' | 'not_text' | 'too_many_rows' | 'no_contacts';
