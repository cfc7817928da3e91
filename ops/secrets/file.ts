import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../lib/command.ts';
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
