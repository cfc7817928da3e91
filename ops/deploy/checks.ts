import { parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { operatorSettings, settingsFor } from '../../stacks/settings.ts';
import { awsAccount } from '../lib/aws-text.ts';
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

interface Check {
  name: string;
  /** Returns a line per problem; an exception counts as one. */
  problems: (world: DeployWorld, secrets: Secrets) => Promise<string[]> | string[];
}

/** The stage's secrets, read once for all checks. */
type Secrets = () => ReturnType<typeof readStageSecrets>;

const CHECKS: readonly Check[] = [
  { name: 'Node.js', problems: () => nodeProblems(process.versions.node) },
  { name: 'AWS credentials', problems: awsProblems },
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

const groupsOf = (stage: string) => parseSyncGroups(settingsFor(stage).zero.groups);

const DATABASE: Check = {
  name: 'database',
  problems: async (world, secrets) =>
    problemsBefore(await stageDatabase(world.stage, { ...world, secrets }), groupsOf(world.stage)),
};

/**
 * Runs all checks before any change, so that an operator sees all problems together.
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

/** The checks of the account, and the picture at the end, need the AWS CLI; SST finds the same credentials. */
async function awsProblems({ run }: DeployWorld): Promise<string[]> {
  const found = await awsAccount(run);
  return 'problem' in found ? [found.problem] : [];
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
