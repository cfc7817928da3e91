import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib/core';
import * as ecr from 'aws-cdk-lib/aws-ecr';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import type { Construct } from 'constructs';

const MANIFEST = new URL('../../package.json', import.meta.url);
/** Registry's host, repository and digest, as `mirroredImage` of stacks/settings.ts checks them. */
const MIRRORED =
  /^(?<account>\d{12})\.dkr\.ecr\.(?<region>[^.]+)\.amazonaws\.com\/(?<repository>.+)@(?<digest>sha256:.+)$/;

/**
 * Returns zero-cache's image with the version of the npm package: client and server of Zero must speak one protocol, so
 * one dependency defines both.
 * @param mirrored the same version in the account's own registry, by its digest; null is the vendor's public tag
 * @throws Error if the dependency is missing or a range
 */
export function zeroImage(scope: Construct, mirrored: string | null): ecs.ContainerImage {
  const parts = MIRRORED.exec(mirrored ?? '')?.groups;
  if (!parts) return ecs.ContainerImage.fromRegistry(`rocicorp/zero:${zeroVersion()}`);
  const { account, region, repository = '', digest = '' } = parts;
  const repositoryArn = `arn:${Stack.of(scope).partition}:ecr:${region}:${account}:repository/${repository}`;
  return ecs.ContainerImage.fromEcrRepository(
    ecr.Repository.fromRepositoryAttributes(scope, 'Image', { repositoryArn, repositoryName: repository }),
    digest,
  );
}

function zeroVersion(): string {
  const { dependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { dependencies: Record<string, string> };
  const version = dependencies['@rocicorp/zero'];
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error('package.json: @rocicorp/zero must be an exact version, as the tag of an image is one');
  }
  return version;
}
