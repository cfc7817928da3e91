import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { operatorSettings, settingsFor } from '../../stacks/settings.ts';
import { secretProblems } from '../lib/secret-table.ts';
import { stageDatabase } from '../lib/stage-database.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { problemsBefore } from '../migrate/database-checks.ts';
import { checkRule } from '../migrate/migrate.ts';
import type { DeployWorld } from './world.ts';
import { zeroImage } from './zero-image.ts';

/** Version of the functions' Node.js, which also runs TypeScript. */
const OLDEST_NODE = 24;

/** Environment variables with AWS credentials, in the order of AWS's own tools. */
const AWS_VARIABLES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_PROFILE',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
];

interface Check {
  name: string;
  /** Returns a line per problem; an exception counts as one. */
  problems: (world: DeployWorld, secrets: Secrets) => Promise<string[]> | string[];
}

/** The stage's secrets, read once for all checks. */
type Secrets = () => ReturnType<typeof readStageSecrets>;

const CHECKS: readonly Check[] = [
  { name: 'Node.js', problems: () => nodeProblems(process.versions.node) },
  { name: 'AWS credentials', problems: ({ env }) => awsProblems(env) },
  { name: 'domain and alerts', problems: ({ env, stage }) => (operatorSettings(stage, env), []) },
  { name: 'secrets', problems: async (_, secrets) => secretProblems(await secrets()) },
  { name: 'AWS quotas', problems: quotaProblems },
  { name: 'ECS', problems: serviceRoleProblems },
  { name: 'zero-cache’s image', problems: imageProblems },
  { name: 'git', problems: gitProblems },
  { name: 'expand and contract', problems: async ({ print }) => (await checkRule({ print }), []) },
];

const DATABASE: Check = {
  name: 'database',
  problems: async (world, secrets) => problemsBefore(await stageDatabase(world.stage, { ...world, secrets })),
};

/**
 * Runs all checks before any change, so that an operator sees all problems at once.
 * @param database also checks that the database is reachable and suitable
 * @returns a line per problem, without secrets
 */
export async function checkAll(world: DeployWorld, database: boolean): Promise<string[]> {
  const checks = database ? [...CHECKS, DATABASE] : CHECKS;
  let reading: ReturnType<Secrets> | undefined;
  const secrets: Secrets = () => (reading ??= readStageSecrets(world.stage, world.run));
  const found = await Promise.all(checks.map((check) => problemsOf(check, world, secrets)));
  return found.flat();
}

async function problemsOf({ name, problems }: Check, world: DeployWorld, secrets: Secrets): Promise<string[]> {
  try {
    return (await problems(world, secrets)).map((problem) => `${name}: ${problem}`);
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

export function nodeProblems(version: string): string[] {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? []
    : [`version ${OLDEST_NODE} or later is needed, this is ${version}`];
}

function awsProblems(env: DeployWorld['env']): string[] {
  const files = [env['AWS_SHARED_CREDENTIALS_FILE'], env['AWS_CONFIG_FILE']].filter((file) => file !== undefined);
  const usual = ['credentials', 'config'].map((file) => join(env['HOME'] ?? homedir(), '.aws', file));
  const given = AWS_VARIABLES.some((name) => env[name]) || [...files, ...usual].some((file) => existsSync(file));
  return given ? [] : ['none found (AWS_ACCESS_KEY_ID, AWS_PROFILE, or a role of the machine’s or workflow’s own)'];
}

/** A protected stage only runs committed code. */
async function gitProblems({ stage, run }: DeployWorld): Promise<string[]> {
  if (!settingsFor(stage).protect) return [];
  const { code, stdout } = await run('git', ['status', '--porcelain']);
  if (code !== 0) return ['this is no checkout, so nobody could say what is deployed'];
  const changed = stdout.split('\n').filter((line) => line !== '').length;
  return changed === 0 ? [] : [`${changed} files differ from the last commit`];
}

const ECS_ROLE = ['iam', 'get-role', '--role-name', 'AWSServiceRoleForECS'];

/**
 * Checks for the role that ECS itself uses. AWS creates it with the first cluster of an account, but too late for the
 * stack that contains this cluster: the first deployment would fail.
 */
async function serviceRoleProblems({ run }: Pick<DeployWorld, 'run'>): Promise<string[]> {
  const { output } = await run('aws', ECS_ROLE).catch(() => ({ output: '' }));
  return output.includes('NoSuchEntity')
    ? ['the account has not used it yet: aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com']
    : [];
}

async function imageProblems(world: DeployWorld): Promise<string[]> {
  await zeroImage(world);
  return [];
}

/** Function instances that Lambda reserves for functions without a reservation. */
const UNRESERVED = 100;
const QUERY = ['lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions', '--output', 'text'];

/**
 * Checks that the account's concurrency quota allows the stage's reservations: a new account often has a quota of ten,
 * and CloudFormation and SST would fail in the middle of a deployment.
 * @returns a line per problem; [] and a printed line if the AWS CLI is missing or lacks the permission
 */
async function quotaProblems({ stage, run, print }: Pick<DeployWorld, 'stage' | 'run' | 'print'>) {
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
