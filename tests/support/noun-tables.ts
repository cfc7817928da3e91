import { readdirSync } from 'node:fs';
import { newId, type Row } from './rows.ts';

/** A noun's table for the tests of all tables. */
export interface NounTable {
  /** Its name in the database. */
  table: string;
  /** Columns of one row, besides id, account and author. */
  row: Row;
  /** For every CHECK, changes that it must refuse: values of its column, or of several columns. */
  refused: Readonly<Record<string, unknown[]>>;
}

const folder = new URL('./nouns/', import.meta.url);

/** Every file of `nouns` is a noun's fixture: a new one is in all tests without being listed. */
export const NOUN_TABLES: readonly NounTable[] = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map(async (file) => ((await import(new URL(file, folder).href)) as { default: NounTable }).default),
);

/** Returns a new id for a row of each noun, by table. */
export function newNounIds(): Record<string, string> {
  return Object.fromEntries(NOUN_TABLES.map(({ table }) => [table, newId()]));
}
