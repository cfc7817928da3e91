import { parse } from 'libpg-query';
import type { Node } from '@pgsql/types';

/** One statement of a migration, parsed by PostgreSQL's own parser. */
export interface Statement {
  node: Node;
  /** Line of the statement's first word in the file. */
  line: number;
}

/** @throws Error with PostgreSQL's message for invalid SQL */
export async function parseStatements(sql: string): Promise<Statement[]> {
  const { stmts = [] } = await parse(sql);
  // The parser counts bytes, not characters.
  const bytes = Buffer.from(sql);
  return stmts.flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
    if (!stmt) return [];
    const text = bytes.toString('utf8', stmt_location, stmt_len ? stmt_location + stmt_len : undefined);
    const before = bytes.toString('utf8', 0, stmt_location) + leadingComments(text);
    return [{ node: stmt, line: before.split('\n').length }];
  });
}

/** Returns the white space and comments before a statement, which the parser includes in it. */
function leadingComments(text: string): string {
  return /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(text)![0];
}
