import { settingsFor } from '../../stacks/settings.ts';
import { awsText } from '../lib/aws-text.ts';
import type { readStageSecrets } from '../lib/stage-secrets.ts';
import type { DeployWorld } from './world.ts';

/*
 * Conditions of the AWS account that a deployment would find out in its middle, or a person afterwards. Each check
 * returns a line per problem. An answer that the AWS CLI does not give (missing, or without the permission) is no
 * problem: a printed line names the condition instead.
 */

type Asking = Pick<DeployWorld, 'stage' | 'run' | 'print'>;

const ECS_ROLE = ['iam', 'get-role', '--role-name', 'AWSServiceRoleForECS'];

/**
 * Checks for the role that ECS itself uses. AWS creates it with the first cluster of an account, but too late for the
 * stack that contains this cluster: the first deployment would fail.
 */
export async function serviceRoleProblems({ run, print }: Pick<Asking, 'run' | 'print'>): Promise<string[]> {
  const { code, output } = await run('aws', ECS_ROLE).catch(() => ({ code: null, output: '' }));
  if (output.includes('NoSuchEntity')) {
    return ['the account has not used it yet: aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com'];
  }
  if (code !== 0) print(`The account must have the role of ECS (aws ${ECS_ROLE.join(' ')}).`);
  return [];
}

/**
 * Checks for the role with which API Gateway writes the log of the WebSocket API: a setting of the account and region,
 * without which the creation of the API's stage fails. HTTP APIs do not need it.
 */
export async function socketLogProblems({ stage, run, print }: Asking): Promise<string[]> {
  const { region } = settingsFor(stage);
  const role = await awsText(run, 'apigateway', 'get-account', '--query', 'cloudwatchRoleArn', '--region', region);
  if (role === undefined) {
    print(`API Gateway must have a role for logs in ${region} (aws apigateway get-account).`);
    return [];
  }
  return role.startsWith('arn:')
    ? []
    : [`the account has no role for logs in ${region}; docs/operations.md#api-gateways-role-for-logs makes it`];
}

/** Function instances that Lambda reserves for functions without a reservation. */
const UNRESERVED = 100;
/**
 * Function instances of a stage that reserves none: some 20 for queues and schedules (stacks/jobs.ts, stacks/images.ts),
 * and 30 for the pictures that one gallery requests at a time.
 */
const SHARED = 50;

/**
 * Checks that the account's concurrency quota allows the stage's reservations, or else its work: a new account often
 * has a quota of ten. With a reservation the deployment would fail in its middle, without one pages and uploads would
 * be throttled.
 */
export async function quotaProblems({ stage, run, print }: Asking): Promise<string[]> {
  const { transformConcurrency, region } = settingsFor(stage);
  const needed = transformConcurrency === 0 ? SHARED : UNRESERVED + transformConcurrency;
  const query = ['lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions', '--region', region];
  const allowed = Number((await awsText(run, ...query)) ?? Number.NaN);
  if (Number.isNaN(allowed)) {
    print(`The account must allow ${needed} concurrent executions in ${region} (aws lambda get-account-settings).`);
    return [];
  }
  if (allowed >= needed) return [];
  return [
    `the account allows ${allowed} concurrent executions in ${region}, and ${stage} needs ${needed}: ` +
      `ask AWS for more (Service Quotas)${transformConcurrency > 0 ? ', or set transformConcurrency to 0' : ''}`,
  ];
}

/** Host of Amazon SES's SMTP, with its region. */
const SES_HOST = /^email-smtp(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com$/;

/** Returns the region of Amazon SES whose SMTP this address names; undefined for another mail service. */
export function sesRegion(mailUrl: string): string | undefined {
  return URL.canParse(mailUrl) ? SES_HOST.exec(new URL(mailUrl).hostname)?.[1] : undefined;
}

/**
 * Checks a stage that sends by Amazon SES: a new account is in a sandbox, in which only verified addresses get mail.
 * Only a protected stage has clients to write to; others print a line.
 */
export async function mailProblems(
  { stage, run, print }: Asking,
  secrets: () => ReturnType<typeof readStageSecrets>,
): Promise<string[]> {
  const region = sesRegion((await secrets()).get('MailUrl') ?? '');
  if (region === undefined) return [];
  const query = ['sesv2', 'get-account', '--query', '[ProductionAccessEnabled,SendingEnabled]', '--region', region];
  const answer = await awsText(run, ...query);
  if (answer === undefined) {
    print(`Amazon SES must have production access in ${region} (aws sesv2 get-account).`);
    return [];
  }
  const [production, sending] = answer.split(/\s+/);
  if (sending === 'False') return [`AWS has stopped Amazon SES’s sending in ${region}: see its console`];
  if (production !== 'False') return [];
  const sandbox = `Amazon SES is in its sandbox in ${region} and mails to verified addresses only: ask for production access in its console`;
  if (settingsFor(stage).protect) return [sandbox];
  print(sandbox);
  return [];
}
