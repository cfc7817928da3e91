import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { settingsFor } from '../../stacks/settings.ts';
import { HelpWanted, UsageError } from './command.ts';

type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ args: string[]; options: T }>>['values'];

/**
 * Parses the options of a command; every command has `--help`.
 * @throws UsageError for options that the help text does not name
 * @throws HelpWanted with that text, for `--help`
 */
export function parseOptions<T extends ParseArgsOptionsConfig>(
  help: string,
  options: T,
  argv: readonly string[],
): Values<T> {
  // Checked first: the library would report an unknown option before `--help`.
  if (argv.includes('--help') || argv.includes('-h')) throw new HelpWanted(help);
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

/** @throws UsageError if the stage is missing or its name is invalid */
export function requireStage(stage: string | undefined): string {
  if (stage === undefined) throw new UsageError('Say which stage: --stage <name>');
  try {
    settingsFor(stage);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  return stage;
}

/**
 * Requires `--yes` for a protected stage at a terminal. A job has no terminal and is started deliberately.
 * @throws CommandError
 */
export function requireYes(stage: string, yes: boolean, terminal: boolean = process.stdin.isTTY): void {
  if (!settingsFor(stage).protect || yes || !terminal) return;
  throw new UsageError(`"${stage}" is a protected stage. If you mean it, say so: --yes`);
}
