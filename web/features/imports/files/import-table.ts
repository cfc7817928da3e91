/** Fields of a client that a column can be mapped to. Several columns may have the same field: a street and a city. */
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
  'secondName',
  'secondEmail',
  'secondPhone',
] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Field of each column, by index; null is left out. The user can change it before the import. */
export type Mapping = readonly (string | null)[];

/** Recognises the columns of one kind of file. */
export interface ColumnGuess {
  isKnown: (header: string) => boolean;
  mapping: (headers: readonly string[], rows: readonly (readonly string[])[]) => Mapping;
}

/** Program that the file seems to come from, for a hint to the user. */
export type Dialect = 'google' | 'outlook' | 'vcard' | 'other';

/** A file as a table. Every row has a cell for every header. */
export interface ImportTable {
  dialect: Dialect;
  /** Empty strings if the file has no header row. */
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** Guessed mapping. */
  mapping: Mapping;
}

/** Maximum rows: more than a studio's whole address book. */
export const MAX_ROWS = 10_000;
/** vCards contain portraits. Larger files can be exported without them. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Why a whole file cannot be read. The text is `import:file.<code>`. */
export type FileProblem = 'too_large' | 'empty' | 'spreadsheet' | 'not_text' | 'too_many_rows' | 'no_contacts';
