import type { RunChild } from './child.ts';

const WHO = ['sts', 'get-caller-identity', '--query', 'Account', '--output', 'text'];

/**
 * Returns the account of the machine's AWS credentials, wherever the AWS CLI finds them; or else the problem, as a line
 * for the operator.
 */
export async function awsAccount(run: RunChild): Promise<{ account: string } | { problem: string }> {
  const answer = await run('aws', WHO).catch(() => undefined);
  if (!answer) return { problem: 'The AWS CLI cannot be started: install its version 2.' };
  if (answer.code === 0 && answer.stdout.trim() !== '') return { account: answer.stdout.trim() };
  return {
    problem:
      'AWS does not accept this machine’s credentials (aws sts get-caller-identity): set AWS_PROFILE, or run "aws configure".',
  };
}

/** Returns the AWS CLI's answer as text; undefined if it is empty, refused, or the CLI is missing. */
export async function awsText(run: RunChild, ...args: readonly string[]): Promise<string | undefined> {
  const { code, stdout } = await run('aws', [...args, '--output', 'text']).catch(() => ({ code: null, stdout: '' }));
  return code === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
