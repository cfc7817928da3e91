import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Node } from '@pgsql/types';
import { parse } from 'libpg-query';
import { ROOT } from '../lib/child.ts';
import type { Effect } from './effects.ts';
import { madeBy } from './made-by.ts';
import { statementEffects } from './statement-effects.ts';

/*
 * Expand and contract. During a deployment, and again after a rollback, the previous code runs on the new schema. So a
 * migration first only adds objects; a later one removes unused objects, and its file says so:
 *
 *   -- contract: <why nothing uses it any more>, since <release>
 *   -- lock: <why nobody has to wait long>
 *
 * All earlier files count as released: main is deployed at every commit.
 */

export const MIGRATIONS = join(ROOT, 'supabase/migrations');

/** Last migration of the first release. No released code ran on an earlier schema. */
export const FIRST_RELEASE = '20261101102400_publication.sql';

interface Migration {
  /** File name; migrations are applied in the order of their names. */
  name: string;
  sql: string;
}

interface Finding {
  file: string;
  line: number;
  what: string;
}

interface Verdict {
  /** Each one refuses the migration. */
  problems: Finding[];
  /** Findings for manual review. */
  warnings: Finding[];
}

const MARKER = /^[ \t]*--\s*(contract|lock):[ \t]*(.*)$/gm;
/** A reason of a few words, and the release (a version or a commit) whose code needed it last. */
const CONTRACT_REASON = /\S+\s+\S+.*\bsince\s+\S*\d\S*/i;
const LOCK_REASON = /\S+\s+\S+/;

/** Returns all migrations of the folder in order. */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name), 'utf8') })));
}

/** Applies the rule to all migrations after the first release. */
export async function checkMigrations(migrations: readonly Migration[], base = FIRST_RELEASE): Promise<Verdict> {
  const verdicts = await Promise.all(migrations.filter(({ name }) => name > base).map(checkMigration));
  return {
    problems: verdicts.flatMap(({ problems }) => problems),
    warnings: verdicts.flatMap(({ warnings }) => warnings),
  };
}

/** Applies the rule to one migration; objects that it does not create itself count as released. */
export async function checkMigration({ name, sql }: Migration): Promise<Verdict> {
  const at = (line: number, what: string): Finding => ({ file: name, line, what });
  try {
    const found = await effectsOf(sql);
    const of = (kind: Effect['kind']) => found.filter((effect) => effect.kind === kind);
    return {
      problems: [
        ...contractProblems(sql, of('contract'), of('expand')),
        ...lockProblems(sql, of('lock')),
        ...untoldZero(sql),
      ].map(({ line, what }) => at(line, what)),
      warnings: of('look').map(({ line, what }) => at(line, what)),
    };
  } catch (error) {
    return { problems: [at(1, `is no SQL: ${error instanceof Error ? error.message : String(error)}`)], warnings: [] };
  }
}

type LocatedEffect = Effect & { line: number };
type Problem = { line: number; what: string };

async function effectsOf(sql: string): Promise<LocatedEffect[]> {
  const made = new Set<string>();
  const effects: LocatedEffect[] = [];
  for (const { node, line } of await parseStatements(sql)) {
    effects.push(...statementEffects(node, made).map((effect) => ({ ...effect, line })));
    for (const name of madeBy(node)) made.add(name);
  }
  return effects.map((effect) =>
    effect.unlessMade !== undefined && made.has(effect.unlessMade)
      ? { ...effect, kind: 'look', what: `${effect.what} and makes it again: does it only widen?` }
      : effect,
  );
}

function contractProblems(
  sql: string,
  contracts: readonly LocatedEffect[],
  expands: readonly LocatedEffect[],
): Problem[] {
  const marker = markerOf(sql, 'contract');
  if (!marker) return contracts.map(({ line, what }) => ({ line, what: `${what}; old code may use it` }));
  if (!CONTRACT_REASON.test(marker.reason)) {
    return [
      { line: marker.line, what: 'its "-- contract:" must say why nothing uses it any more, "since" which release' },
    ];
  }
  if (contracts.length === 0) return [{ line: marker.line, what: 'is marked "-- contract:" and takes nothing away' }];
  return expands.map(({ line, what }) => ({ line, what: `${what}; what adds belongs in a migration of its own` }));
}

function lockProblems(sql: string, locks: readonly LocatedEffect[]): Problem[] {
  const marker = markerOf(sql, 'lock');
  if (!marker) return [...locks];
  if (LOCK_REASON.test(marker.reason) && locks.length > 0) return [];
  return [{ line: marker.line, what: 'its "-- lock:" must say why nobody waits long, and of what' }];
}

/** Buckets follow zero_studio, and Zero hears of it, by `publish_to_zero()` only (supabase/README.md). */
function untoldZero(sql: string): Problem[] {
  const change = /^[ \t]*alter\s+publication\b/im.exec(sql);
  if (!change || /\b(publish_to_zero|zero_0\.update_schemas)\(\)/.test(sql)) return [];
  return [{ line: lineAt(sql, change.index), what: 'changes the publication without telling Zero' }];
}

function markerOf(sql: string, kind: 'contract' | 'lock'): { line: number; reason: string } | undefined {
  for (const match of sql.matchAll(MARKER)) {
    if (match[1] === kind) return { line: lineAt(sql, match.index), reason: match[2] ?? '' };
  }
  return undefined;
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Formats a finding as one line, like a compiler. */
export function describeFinding({ file, line, what }: Finding): string {
  return `supabase/migrations/${file}:${line}: ${what}`;
}

/** One statement of a migration, parsed by PostgreSQL's own parser. */
interface Statement {
  node: Node;
  /** Line of the statement's first word in the file. */
  line: number;
}

/** @throws Error with PostgreSQL's message for invalid SQL */
async function parseStatements(sql: string): Promise<Statement[]> {
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
