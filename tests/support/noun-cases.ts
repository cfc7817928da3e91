import type { MutationCase, QueryCase } from './back-office-case.ts';
import type { Rows } from './back-office-rows.ts';
import { NOUN_TABLES, type NounTable } from './noun-tables.ts';

/** The rows of a studio, and the id of the noun's own row among them. */
type NounRows = Rows & { id: string };

/** A noun for the tests of all tables, mutators and queries. A file of `nouns` exports it by default. */
export interface NounFixture extends NounTable {
  /** Calls of its mutators, by name. */
  mutations: Readonly<Record<string, MutationCase<NounRows>>>;
  /** Calls of its queries, by name. */
  queries: Readonly<Record<string, QueryCase<NounRows>>>;
}

const FIXTURES = NOUN_TABLES as readonly NounFixture[];

export const NOUN_MUTATION_CASES: Readonly<Record<string, MutationCase>> = Object.fromEntries(
  FIXTURES.flatMap(({ table, mutations }) =>
    Object.entries(mutations).map(([name, { args, mixed, ...entry }]) => {
      const found = { ...entry, args: (rows: Rows) => args(withId(rows, table)) };
      if (!mixed) return [name, found];
      const mix = (own: Rows, foreign: Rows) => mixed(withId(own, table), withId(foreign, table));
      return [name, { ...found, mixed: mix }];
    }),
  ),
);

export const NOUN_QUERY_CASES: Readonly<Record<string, QueryCase>> = Object.fromEntries(
  FIXTURES.flatMap(({ table, queries }) =>
    Object.entries(queries).map(([name, { args, shows, ...entry }]) => [
      name,
      { ...entry, args: (rows: Rows) => args(withId(rows, table)), shows: (rows: Rows) => shows(withId(rows, table)) },
    ]),
  ),
);

function withId(rows: Rows, table: string): NounRows {
  return { ...rows, id: rows.nounIds[table]! };
}
