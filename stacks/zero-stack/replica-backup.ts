import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib/core';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { ZeroTask } from './task.ts';

const PREFIX = 'replica';
/** Litestream replaces its snapshots within a day; older ones belong to a deleted replica. */
const KEPT = Duration.days(30);

/** Bucket of the replica's backup, which zero-cache writes with Litestream: a new node restores it and catches up. */
export class ReplicaBackup extends Construct {
  /** Environment of the node that writes it; view-syncers learn of it from that node. */
  readonly environment: Record<string, string>;
  private readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new s3.Bucket(this, 'Bucket', {
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: KEPT, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      // CloudFormation cannot delete a bucket with objects; the retained bucket expires its objects and costs nothing.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'A copy of what PostgreSQL holds, read and written by two task roles only, and made again when lost.',
    });
    this.environment = { ZERO_LITESTREAM_BACKUP_URL: `s3://${this.bucket.bucketName}/${PREFIX}` };
  }

  letWrite(task: ZeroTask): void {
    this.grant(task, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload']);
  }

  letRead(task: ZeroTask): void {
    this.grant(task, ['s3:GetObject']);
  }

  private grant(task: ZeroTask, objectActions: string[]): void {
    const role = task.definition.taskRole;
    const objects = this.bucket.arnForObjects(`${PREFIX}/*`);
    role.addToPrincipalPolicy(new iam.PolicyStatement({ actions: objectActions, resources: [objects] }));
    role.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['s3:ListBucket', 's3:GetBucketLocation'],
        resources: [this.bucket.bucketArn],
      }),
    );
    const logicalId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as s3.CfnBucket);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${PREFIX}/*]`,
      reason: 'Litestream names the files of its backup itself; the bucket holds nothing else.',
    });
  }
}
