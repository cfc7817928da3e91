import * as ecr from 'aws-cdk-lib/aws-ecr';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { type Duration, Stack, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { readFileSync } from 'node:fs';
import type { ZeroSettings } from '../settings.ts';
import { metricsEnvironment, type Role, zeroEnvironment } from './environment.ts';
import { CHANGE_STREAMER_PORT, SYNC_PORT } from './network.ts';
import { type Parameters, secretFields } from './parameters.ts';

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
function zeroImage(scope: Construct, mirrored: string | null): ecs.ContainerImage {
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

/** Folder of the replica, on the task's own disk (encrypted by AWS), which is deleted with the task. */
const DATA_DIR = '/data';
/** Fargate's disk without a charge, which CloudFormation accepts as a default only. */
const FREE_DISK_GIB = 20;
/** All folders that zero-cache writes to; workers store query results in `os.tmpdir()`. */
const WRITABLE = { data: DATA_DIR, tmp: '/tmp' };

/** Supabase's certificate authorities, missing from all images, with which zero-cache verifies the database. */
const DATABASE_CA = readFileSync(new URL('../../supabase/database-ca.pem', import.meta.url), 'utf8');
/** The image's own command is `npx zero-cache`, whose npm writes to its home folder. */
const COMMAND = 'printf %s "$DATABASE_CA" > /tmp/database-ca.pem && exec zero-cache';

export interface TaskProps {
  role: Role;
  settings: ZeroSettings;
  parameters: Parameters;
  logGroup: LogGroup;
  /** Time from SIGTERM to SIGKILL; Fargate allows two minutes. */
  stopTimeout: Duration;
  healthCheck?: ecs.HealthCheck;
  /** Added to the environment of `environment.ts`. */
  environment?: Record<string, string>;
}

/** A task that runs zero-cache with minimal rights: read-only root, no capabilities, no shell. */
export class ZeroTask extends Construct {
  readonly definition: ecs.FargateTaskDefinition;

  constructor(scope: Construct, id: string, props: TaskProps) {
    super(scope, id);
    this.definition = new ecs.FargateTaskDefinition(this, 'Definition', {
      // Begins like all names of the stage, as stacks/access requires.
      family: `${Stack.of(this).stackName}-${props.role}`,
      cpu: props.settings.cpu,
      memoryLimitMiB: props.settings.memoryMb,
      ...(props.settings.diskGib > FREE_DISK_GIB ? { ephemeralStorageGiB: props.settings.diskGib } : {}),
      volumes: Object.keys(WRITABLE).map((name) => ({ name })),
    });
    Validations.of(this.definition).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason: 'Addresses and sizes only; what is secret comes from Secrets Manager, and a test holds the two apart.',
    });
    const container = this.definition.addContainer('zero', {
      image: zeroImage(this, props.parameters.image),
      entryPoint: ['/bin/sh', '-c'],
      command: [COMMAND],
      environment: {
        ...this.environment(props),
        DATABASE_CA,
        NODE_EXTRA_CA_CERTS: '/tmp/database-ca.pem',
        ...metricsEnvironment(props.parameters.metricsUrl, this.definition.family),
        ...props.environment,
      },
      secrets: this.secrets(props.parameters),
      logging: ecs.LogDrivers.awsLogs({ logGroup: props.logGroup, streamPrefix: props.role }),
      portMappings: [{ containerPort: SYNC_PORT }, { containerPort: CHANGE_STREAMER_PORT }],
      readonlyRootFilesystem: true,
      linuxParameters: this.confinement(),
      stopTimeout: props.stopTimeout,
      ...(props.healthCheck ? { healthCheck: props.healthCheck } : {}),
    });
    if (props.parameters.image) {
      Validations.of(this.definition.obtainExecutionRole()).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'ecr:GetAuthorizationToken knows no resource; the images themselves are those of one repository.',
      });
    }
    for (const [sourceVolume, containerPath] of Object.entries(WRITABLE)) {
      container.addMountPoints({ sourceVolume, containerPath, readOnly: false });
    }
  }

  private environment({ role, settings, parameters }: TaskProps): Record<string, string> {
    const ports = { sync: SYNC_PORT, changeStreamer: CHANGE_STREAMER_PORT };
    return zeroEnvironment({
      group: parameters.group,
      appOrigin: parameters.appOrigin,
      ports,
      replicaFile: `${DATA_DIR}/replica.db`,
      role,
      settings,
    });
  }

  private secrets({ secretArn, secretVersionId: versionId, metricsUrl }: Parameters): Record<string, ecs.Secret> {
    const secret = secretsmanager.Secret.fromSecretCompleteArn(this, 'Secret', secretArn);
    const field = (name: keyof typeof secretFields) =>
      ecs.Secret.fromSecretsManagerVersion(secret, { versionId }, secretFields[name]);
    return {
      ZERO_UPSTREAM_DB: field('upstreamDb'),
      ZERO_ADMIN_PASSWORD: field('adminPassword'),
      ZERO_QUERY_API_KEY: field('apiKey'),
      ZERO_MUTATE_API_KEY: field('apiKey'),
      ...(metricsUrl ? { OTEL_EXPORTER_OTLP_METRICS_HEADERS: field('otlpHeaders') } : {}),
    };
  }

  /** An init process forwards signals and reaps the workers that zero-cache replaces. */
  private confinement(): ecs.LinuxParameters {
    const parameters = new ecs.LinuxParameters(this, 'Confinement', { initProcessEnabled: true });
    parameters.dropCapabilities(ecs.Capability.ALL);
    return parameters;
  }
}
