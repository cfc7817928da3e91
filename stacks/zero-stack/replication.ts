import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import type * as ecs from 'aws-cdk-lib/aws-ecs';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as cloudmap from 'aws-cdk-lib/aws-servicediscovery';
import { Construct } from 'constructs';
import type { ZeroSettings } from '../settings.ts';
import type { Cluster } from './cluster.ts';
import { CHANGE_STREAMER_PORT, type Network } from './network.ts';
import type { Parameters } from './parameters.ts';
import { FIRST_SYNC, ZeroService } from './service.ts';
import { ZeroTask } from './task.ts';

/** DNS namespace of the network, in which view-syncers find the replication manager. */
const NAMESPACE = 'zero.internal';
const HOST = 'replication';
const BACKUP_PREFIX = 'replica';
/** Litestream replaces its snapshots within a day; older ones belong to a deleted replica. */
const BACKUP_KEPT = Duration.days(30);
/** ECS allows at most five minutes of start period; the retries cover the rest. */
const HEALTH = { startPeriod: Duration.minutes(5), interval: Duration.seconds(30), timeout: Duration.seconds(5) };

export interface ReplicationProps {
  cluster: Cluster;
  network: Network;
  parameters: Parameters;
  settings: ZeroSettings;
}

/**
 * The only node with the replication slot: streams all changes to the view-syncers, and keeps a backup of the replica
 * from which they start. While it is replaced, for about a minute, they serve the data they have.
 */
export class Replication extends Construct {
  readonly service: ecs.FargateService;
  /** Environment of the view-syncers. */
  readonly environment = { ZERO_CHANGE_STREAMER_URI: `ws://${HOST}.${NAMESPACE}:${CHANGE_STREAMER_PORT}` };
  private readonly bucket: s3.Bucket;
  private readonly group: ec2.SecurityGroup;

  constructor(scope: Construct, id: string, props: ReplicationProps) {
    super(scope, id);
    this.bucket = backupBucket(this);
    this.group = props.network.taskGroup('ReplicatorGroup', 'zero-cache, the replication manager');
    const task = new ZeroTask(this, 'Task', {
      role: 'replicator',
      settings: props.settings,
      parameters: props.parameters,
      logGroup: props.cluster.logGroup,
      stopTimeout: Duration.seconds(30),
      healthCheck: changeStreamerAnswers(),
      environment: { ZERO_LITESTREAM_BACKUP_URL: `s3://${this.bucket.bucketName}/${BACKUP_PREFIX}` },
    });
    this.grant(task, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload']);
    const namespace = new cloudmap.PrivateDnsNamespace(this, 'Namespace', { name: NAMESPACE, vpc: props.network.vpc });
    this.service = new ZeroService(this, 'Replicator', {
      ...props,
      group: this.group,
      task,
      spot: props.settings.spot,
      exclusive: true,
      cloudMap: { cloudMapNamespace: namespace, name: HOST, dnsTtl: Duration.seconds(10) },
    }).service;
  }

  /** Allows view-syncers with that group and task to read the changes and the backup. */
  allow(group: ec2.SecurityGroup, task: ZeroTask): void {
    this.group.connections.allowFrom(group, ec2.Port.tcp(CHANGE_STREAMER_PORT), 'view-syncers follow the changes');
    this.grant(task, ['s3:GetObject']);
  }

  private grant(task: ZeroTask, objectActions: string[]): void {
    const role = task.definition.taskRole;
    const objects = this.bucket.arnForObjects(`${BACKUP_PREFIX}/*`);
    role.addToPrincipalPolicy(new iam.PolicyStatement({ actions: objectActions, resources: [objects] }));
    role.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['s3:ListBucket', 's3:GetBucketLocation'],
        resources: [this.bucket.bucketArn],
      }),
    );
    const logicalId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as s3.CfnBucket);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${BACKUP_PREFIX}/*]`,
      reason: 'Litestream names the files of its backup itself; the bucket holds nothing else.',
    });
  }
}

function backupBucket(scope: Construct): s3.Bucket {
  const bucket = new s3.Bucket(scope, 'Backup', {
    encryption: s3.BucketEncryption.S3_MANAGED,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    lifecycleRules: [{ expiration: BACKUP_KEPT, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    // CloudFormation cannot delete a bucket with objects; the retained bucket expires its objects and costs nothing.
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'A copy of what PostgreSQL holds, read and written by two task roles only, and made again when lost.',
  });
  return bucket;
}

/**
 * Checks that its port is open, after the first copy. Not `/keepalive`, which is for balancers: once called, it must be
 * called forever.
 */
function changeStreamerAnswers(): ecs.HealthCheck {
  const retries = (FIRST_SYNC.toSeconds() - HEALTH.startPeriod.toSeconds()) / HEALTH.interval.toSeconds();
  return { ...HEALTH, retries, command: ['CMD-SHELL', `curl -fsS http://localhost:${CHANGE_STREAMER_PORT}/`] };
}
