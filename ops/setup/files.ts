import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../lib/child.ts';
import { parseSecretList } from '../lib/stage-secrets.ts';
import { type StageFile, stageFile } from '../lib/stage-files.ts';
import type { Answers, Question } from './question.ts';

const FILES: readonly StageFile[] = ['variables', 'secrets', 'auth'];
/** Marks an optional value that a person left out, so that it is not asked for again. */
const LEFT_OUT = '# left out: ';

const TITLES: Readonly<Record<StageFile, (stage: string) => string>> = {
  secrets: (stage) =>
    `Secrets of the stage "${stage}", for: npx sst secret load .secrets/${stage}.env --stage ${stage}`,
  variables: (stage) => `Environment of commands for the stage "${stage}": deploy, migrate and setup read it here.`,
  auth: (stage) => `Environment of: npm run migrate -- --stage ${stage} --auth, which reads it here.`,
};

/** Returns what an earlier run, `npm run secrets` or an editor wrote: values by name, '' for what was left out. */
export async function readStageFiles(stage: string, folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of FILES) {
    const text = await readFile(stageFile(stage, file, folder), 'utf8').catch(() => '');
    for (const line of text.split('\n')) if (line.startsWith(LEFT_OUT)) found.set(line.slice(LEFT_OUT.length), '');
    // SST takes a secret's line as it is; the others are read by Node and by shells.
    const values = file === 'secrets' ? parseSecretList(text) : Object.entries(parseEnv(text));
    for (const [name, value] of values) if (value !== undefined) found.set(name, value);
  }
  return found;
}

/** Writes the stage's files, readable for their owner only; each is replaced as a whole. */
export async function writeStageFiles(
  stage: string,
  folder: string,
  all: readonly Question[],
  answers: Answers,
): Promise<void> {
  for (const file of FILES) {
    const own = all.filter((question) => question.file === file && answers.has(question.name));
    if (own.length === 0) continue;
    const lines = own.map(({ name, about }) => {
      const value = answers.get(name)!;
      return value === '' ? `${LEFT_OUT}${name}` : `# ${about}\n${name}=${file === 'secrets' ? value : quoted(value)}`;
    });
    await replace(stageFile(stage, file, folder), `# ${TITLES[file](stage)}\n\n${lines.join('\n')}\n`);
  }
}

/** Returns the paths of the files that have a value, as a person types them. */
export function stagePaths(stage: string, folder: string, all: readonly Question[], answers: Answers) {
  const used = FILES.filter((file) => all.some((question) => question.file === file && answers.get(question.name)));
  return used.map((file) => relative(ROOT, stageFile(stage, file, folder)));
}

/** Quotes a value for Node's parser and for shells: neither replaces anything within single quotes. */
function quoted(value: string): string {
  if (/^[\w@%+=:,./-]+$/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}
