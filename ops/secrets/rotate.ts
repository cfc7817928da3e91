import { CommandError, UsageError } from '../lib/command.ts';
import { STAGE_SECRETS, type StageSecret } from '../lib/secret-table.ts';

/**
 * Begins a rotation: a new value before those in use, so that it signs and is sent while all are accepted.
 * @returns the line for `sst secret load`
 * @throws CommandError when a rotation is under way, or the present value is none; never with a value
 */
export function beginRotation(name: string, present: string | undefined): string {
  const { generate, isWellFormed } = rotating(name);
  const [current, ...older] = valuesOf(name, present, isWellFormed);
  if (older.length > 0) throw new CommandError(`${name} is being rotated already; end that with --finish first.`);
  return `${name}=${generate()} ${current}`;
}

/**
 * Ends a rotation: the current value alone. Only after everything that the old one signed has run out; image tokens
 * live five minutes, requests under way for seconds.
 */
export function finishRotation(name: string, present: string | undefined): string {
  const [current, ...older] = valuesOf(name, present, rotating(name).isWellFormed);
  if (older.length === 0) throw new CommandError(`${name} is not being rotated.`);
  return `${name}=${current}`;
}

/** @throws UsageError naming those that can be rotated, for any other */
export function rotating(name: string): StageSecret & { generate: () => string } {
  const secret = STAGE_SECRETS.find((candidate) => candidate.name === name);
  if (secret?.rotates && secret.generate) return { ...secret, generate: secret.generate };
  const names = STAGE_SECRETS.filter(({ rotates }) => rotates).map((candidate) => candidate.name);
  throw new UsageError(`--rotate takes one of ${names.join(', ')}; others are replaced by "sst secret set".`);
}

function valuesOf(name: string, present: string | undefined, isWellFormed: (value: string) => boolean): string[] {
  if (!present || !isWellFormed(present))
    throw new CommandError(`The present value of ${name} is missing or malformed.`);
  return present.split(' ');
}
