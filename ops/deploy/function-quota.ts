import { settingsFor } from '../../stacks/settings.ts';
import type { DeployWorld } from './world.ts';

/** Lambda keeps so many of an account's function instances for functions that reserve none. */
const UNRESERVED = 100;
const QUERY = ['lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions', '--output', 'text'];

/**
 * Whether the account may run as many function instances at a time as the stage reserves: a new account often may run
 * ten, and CloudFormation and SST hear of it only in the middle of a deployment.
 * @returns what is wrong; nothing, but a printed line, where the AWS CLI is missing or may not ask
 */
export async function quotaProblems({ stage, run, print }: Pick<DeployWorld, 'stage' | 'run' | 'print'>) {
  const { transformConcurrency, region } = settingsFor(stage);
  if (transformConcurrency === 0) return [];
  const needed = UNRESERVED + transformConcurrency;
  const { code, stdout } = await run('aws', [...QUERY, '--region', region]).catch(() => ({ code: null, stdout: '' }));
  const allowed = code === 0 && stdout.trim() !== '' ? Number(stdout) : Number.NaN;
  if (Number.isNaN(allowed)) {
    print(`The account must allow ${needed} concurrent executions in ${region} (aws ${QUERY.slice(0, 2).join(' ')}).`);
    return [];
  }
  if (allowed >= needed) return [];
  return [
    `the account allows ${allowed} concurrent executions in ${region}, and ${stage} needs ${needed}: ` +
      'ask AWS for more (Service Quotas), or set transformConcurrency to 0',
  ];
}
