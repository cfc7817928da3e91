import { settingsFor } from '../../stacks/settings.ts';
import type { DeployWorld } from './world.ts';

/** Function instances that Lambda reserves for functions without a reservation. */
const UNRESERVED = 100;
const QUERY = ['lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions', '--output', 'text'];

/**
 * Checks that the account's concurrency quota allows the stage's reservations: a new account often has a quota of ten,
 * and CloudFormation and SST would fail in the middle of a deployment.
 * @returns a line per problem; [] and a printed line if the AWS CLI is missing or lacks the permission
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
