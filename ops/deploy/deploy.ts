import { s3Storage } from '#functions/platform/storage/s3-storage.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { CommandError } from '../lib/command.ts';
import { stageDatabase } from '../lib/stage-database.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import type { PictureStage } from './picture.ts';
import type { Step } from './steps.ts';
import type { DeployWorld } from './world.ts';

/**
 * Runs the steps in order and prints the duration of each. The first failure ends the run.
 * @throws CommandError naming the failed step and what to do about it
 */
export async function runSteps(steps: readonly Step[], world: DeployWorld): Promise<void> {
  const began = world.now();
  for (const [index, step] of steps.entries()) {
    world.print(`[${index + 1}/${steps.length}] ${step.name}: ${step.about}`);
    const started = world.now();
    try {
      await step.run(world);
    } catch (error) {
      const what =
        error instanceof CommandError || !(error instanceof Error)
          ? String((error as Error).message ?? error)
          : (error.stack ?? error.message);
      throw new CommandError(
        `The step "${step.name}" failed after ${seconds(world.now() - started)}:\n${what}\n${step.hint}`,
      );
    }
    world.print(`      done in ${seconds(world.now() - started)}`);
  }
  world.print(`"${world.stage}" is done in ${seconds(world.now() - began)}.`);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Returns access to a deployed stage by the deployment's own secrets and credentials.
 * @throws CommandError naming what cannot be reached; never quotes a secret
 */
export async function pictureStage(world: DeployWorld): Promise<PictureStage> {
  const { stage, run } = world;
  const { region } = settingsFor(stage);
  const secrets = await readStageSecrets(stage, run);
  const imageTokenKey = secrets.get('ImageTokenKey');
  if (!imageTokenKey) throw new CommandError(`The secret ImageTokenKey of "${stage}" is not set.`);
  const { client } = await stageDatabase(stage, { ...world, secrets: async () => secrets });
  const buckets = await bucketsOf(stage, region, run);
  return { database: client, storage: s3Storage({ region, buckets, ...(await credentials(run)) }), imageTokenKey };
}

/** Finds the buckets by their tags, since their names end by chance. */
async function bucketsOf(stage: string, region: string, run: DeployWorld['run']) {
  const tags = ['--tag-filters', 'Key=sst:app,Values=albumen', `Key=sst:stage,Values=${stage}`];
  const query = ['--query', 'ResourceTagMappingList[].ResourceARN', '--output', 'text', '--region', region];
  const args = ['resourcegroupstaggingapi', 'get-resources', '--resource-type-filters', 's3', ...tags, ...query];
  const { stdout } = await run('aws', args);
  const named = (thing: string) => new RegExp(`:::(albumen-${stage}-${thing}-[0-9a-f]+)(\\s|$)`).exec(stdout)?.[1];
  const [originals, renditions] = [named('originals'), named('renditions')];
  if (originals && renditions) return { originals, renditions };
  throw new CommandError(`The buckets of "${stage}" are not found in ${region} (aws ${args.slice(0, 2).join(' ')}).`);
}

/** Returns the credentials that the AWS CLI uses: of a profile, a role or the environment. */
async function credentials(run: DeployWorld['run']) {
  const { code, stdout } = await run('aws', ['configure', 'export-credentials', '--format', 'process']);
  if (code !== 0) throw new CommandError('The AWS credentials cannot be read (aws configure export-credentials).');
  const { AccessKeyId, SecretAccessKey, SessionToken } = JSON.parse(stdout) as Record<string, string>;
  return { accessKeyId: AccessKeyId!, secretAccessKey: SecretAccessKey!, sessionToken: SessionToken };
}
