import { installed, runChild, type RunChild } from './child.ts';
import { CommandError } from './command.ts';

/**
 * Returns the secrets of a stage from SST; a stage's own secret overrides a fallback of the same name. Needs AWS
 * credentials: they are stored encrypted in a bucket of the account.
 * @throws CommandError if they cannot be read; never quotes them
 */
export async function readStageSecrets(stage: string, run: RunChild = runChild): Promise<ReadonlyMap<string, string>> {
  const { code, stdout, output } = await run(installed('sst'), ['secret', 'list', '--stage', stage]);
  if (code === 0) return parseSecretList(stdout);
  if (/No secrets found/i.test(output)) return new Map();
  throw new CommandError(
    `The secrets of "${stage}" cannot be read (sst secret list, exit ${code}): are there AWS credentials?`,
  );
}

/** Parses `Name=value` lines under headings that begin with `#`, fallbacks first. Removes colours. */
export function parseSecretList(text: string): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>();
  // oxlint-disable-next-line no-control-regex
  for (const line of text.replace(/\u001B\[[0-9;]*m/g, '').split(/\r?\n/)) {
    const found = /^([A-Z][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (found) secrets.set(found[1]!, found[2]!);
  }
  return secrets;
}
