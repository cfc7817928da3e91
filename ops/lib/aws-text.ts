import type { RunChild } from './child.ts';

/** Returns the AWS CLI's answer as text; undefined if it is empty, refused, or the CLI is missing. */
export async function awsText(run: RunChild, ...args: readonly string[]): Promise<string | undefined> {
  const { code, stdout } = await run('aws', [...args, '--output', 'text']).catch(() => ({ code: null, stdout: '' }));
  return code === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
