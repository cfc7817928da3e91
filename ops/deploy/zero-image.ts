import { readFile } from 'node:fs/promises';
import { mirroredImage, settingsFor } from '../../stacks/settings.ts';
import { ROOT } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import type { DeployWorld } from './world.ts';

/** Repository of the account that holds copies of the vendor's images, tagged by version. */
const REPOSITORY = 'albumen/zero';

/**
 * Returns the image that zero-cache of this stage runs, by its digest, so that nobody can change what a tag means: that
 * of `ALBUMEN_ZERO_IMAGE`, or else the copy of the installed version in the account's registry.
 * @returns undefined for a stage that runs the vendor's public image
 * @throws CommandError with the commands that make the copy, if there is none
 */
export async function zeroImage({ stage, env, run }: Pick<DeployWorld, 'stage' | 'env' | 'run'>) {
  const settings = settingsFor(stage);
  if (!settings.zero.mirroredImage) return undefined;
  const given = env['ALBUMEN_ZERO_IMAGE'] || (await copyOf(await installedVersion(), settings.region, run));
  return mirroredImage(settings, { ALBUMEN_ZERO_IMAGE: given }) ?? undefined;
}

async function copyOf(version: string, region: string, run: DeployWorld['run']): Promise<string> {
  const args = ['ecr', 'describe-images', '--repository-name', REPOSITORY, '--image-ids', `imageTag=${version}`];
  const query = ['--query', 'imageDetails[0].[registryId,imageDigest]', '--output', 'text', '--region', region];
  const { code, stdout } = await run('aws', [...args, ...query]).catch(() => ({ code: null, stdout: '' }));
  const [account, digest] = stdout.trim().split(/\s+/);
  if (code === 0 && account && digest) return `${account}.dkr.ecr.${region}.amazonaws.com/${REPOSITORY}@${digest}`;
  throw new CommandError(
    `no copy of rocicorp/zero:${version} in ${REPOSITORY} (${region}); docs/operations.md#zero-caches-image makes one`,
  );
}

async function installedVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return manifest.dependencies['@rocicorp/zero'] ?? '';
}
