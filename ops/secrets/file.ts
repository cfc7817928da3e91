import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError, UsageError } from '../lib/command.ts';
import { STAGE_SECRETS, type StageSecret } from '../lib/secret-table.ts';

/**
 * Returns the file that `sst secret load` reads for a stage: our own secrets are generated, the operator's are empty.
 * Lines that begin with `#` are comments; values are unquoted.
 */
export function secretsFile(stage: string): string {
  const section = (title: string, secrets: readonly StageSecret[]) =>
    [`# ${title}`, ...secrets.flatMap(({ name, about, generate }) => ['#', `# ${about}`, lineOf(name, generate)])].join(
      '\n',
    );
  return `${[
    `# Secrets of the stage "${stage}". Fill in the second part, take away the # before each name, then:`,
    `#   npx sst secret load .secrets/${stage}.env --stage ${stage}`,
    '# and keep this file where you keep passwords, not here.',
    '',
    section(
      'Made for this stage',
      STAGE_SECRETS.filter(({ generate }) => generate),
    ),
    '',
    section(
      'Yours',
      STAGE_SECRETS.filter(({ generate }) => !generate),
    ),
  ].join('\n')}\n`;
}

function lineOf(name: string, generate: (() => string) | undefined): string {
  return generate ? `${name}=${generate()}` : `# ${name}=`;
}

/**
 * Writes the file readable for its owner only.
 * @throws CommandError if the file exists: it may hold the only copy of a key
 */
export async function writeSecretsFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new CommandError(`${path} is there already, and is not overwritten.`);
  }
}

/**
 * Starts a rotation: puts a new value first, which is used for signing and sending, while all values are accepted.
 * @returns the line for `sst secret load`
 * @throws CommandError if a rotation is in progress, or the current value is missing or invalid; never quotes a value
 */
export function beginRotation(name: string, present: string | undefined): string {
  const { generate, isWellFormed } = rotating(name);
  const [current, ...older] = valuesOf(name, present, isWellFormed);
  if (older.length > 0) throw new CommandError(`${name} is being rotated already; end that with --finish first.`);
  return `${name}=${generate()} ${current}`;
}

/**
 * Finishes a rotation: keeps the current value only. Run it after everything signed with the old value has expired:
 * image tokens after five minutes, requests after seconds.
 */
export function finishRotation(name: string, present: string | undefined): string {
  const [current, ...older] = valuesOf(name, present, rotating(name).isWellFormed);
  if (older.length === 0) throw new CommandError(`${name} is not being rotated.`);
  return `${name}=${current}`;
}

/** @throws UsageError listing the secrets that can be rotated */
export function rotating(name: string): StageSecret & { generate: () => string } {
  const ours = STAGE_SECRETS.flatMap(({ generate, ...secret }) =>
    secret.rotates && generate ? { ...secret, generate } : [],
  );
  const found = ours.find((secret) => secret.name === name);
  if (found) return found;
  const names = ours.map((secret) => secret.name);
  throw new UsageError(`--rotate takes one of ${names.join(', ')}; others are replaced by "sst secret set".`);
}

function valuesOf(name: string, present: string | undefined, isWellFormed: (value: string) => boolean): string[] {
  if (!present || !isWellFormed(present))
    throw new CommandError(`The present value of ${name} is missing or malformed.`);
  return present.split(' ');
}
