import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Noun, Refused, rename, spellings } from './noun-name.ts';
import { register, registrationsOf } from './registrations.ts';

/** A file's new text. */
export interface Change {
  /** Relative to the root, with `/`. */
  path: string;
  text: string;
  isNew: boolean;
}

const TEMPLATES = join(import.meta.dirname, 'templates');

/**
 * Returns the files that a noun needs, written from the templates, and the lists that name it. Nothing is written.
 * @param root of a tree
 * @throws Refused if the tree has the noun
 */
export function planNoun(root: string, noun: Noun): Change[] {
  const created = globSync('**/*.template', { cwd: TEMPLATES })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((template) => ({
      path: pathOf(root, template, noun),
      text: textOf(readFileSync(join(TEMPLATES, template), 'utf8'), noun),
      isNew: true,
    }));
  assertNew(root, noun, created);
  const edited = new Map<string, string>();
  for (const registration of registrationsOf(noun)) {
    const text = edited.get(registration.file) ?? readFileSync(join(root, registration.file), 'utf8');
    edited.set(registration.file, register(text, registration));
  }
  return [...created, ...Array.from(edited, ([path, text]) => ({ path, text, isNew: false }))];
}

function assertNew(root: string, noun: Noun, created: readonly Change[]): void {
  const present = created.find(({ path }) => existsSync(join(root, path)));
  if (present) throw new Refused(`${present.path} exists already.`);
  const [table] = spellings(noun).snake;
  const migrations = join(root, 'supabase/migrations');
  const made = new RegExp(`create (?:table|view|function) (?:public\\.)?"?${table}\\b`, 'i');
  const file = readdirSync(migrations).find((name) => made.test(readFileSync(join(migrations, name), 'utf8')));
  if (file) throw new Refused(`supabase/migrations/${file} makes ${table} already.`);
}

function pathOf(root: string, template: string, noun: Noun): string {
  const path = rename(template.replace(/\.template$/, ''), noun);
  return path.replace(
    'supabase/migrations/',
    (folder) => `${folder}${nextTimestamp(readdirSync(join(root, folder)))}_`,
  );
}

/** Renames a template's text; a table or a column needs no second name if it is the same. */
function textOf(template: string, noun: Noun): string {
  const [table] = spellings(noun).camel;
  return rename(template, noun).replace(`table('${table}')\n  .from('${table}')\n`, `table('${table}')\n`);
}

/**
 * Returns the timestamp of the next migration, `20261201130000`: the time, or a minute after the last one if that is
 * later.
 */
export function nextTimestamp(migrations: readonly string[], now: Date = new Date()): string {
  const written = (date: Date) => date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(migrations.toSorted().at(-1) ?? '') ?? [];
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const after = new Date(Date.UTC(year, month - 1, day, hour, minute + 1, second));
  return written(after > now ? after : now);
}
