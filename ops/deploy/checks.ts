import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { operatorSettings, settingsFor } from '../../stacks/settings.ts';
import { secretProblems } from '../lib/secret-table.ts';
import { stageDatabase } from '../lib/stage-database.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { problemsBefore } from '../migrate/database-checks.ts';
import { checkRule } from '../migrate/migrate.ts';
import { mailProblems, quotaProblems, serviceRoleProblems, socketLogProblems } from './account-checks.ts';
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
  { name: 'API Gateway', problems: socketLogProblems },
  { name: 'mail', problems: mailProblems },
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

async function imageProblems(world: DeployWorld): Promise<string[]> {
  await zeroImage(world);
  return [];
}
