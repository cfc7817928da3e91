import { bucketPolicy } from './bucket-policy.ts';
import { physical } from './names.ts';
import { type VersionedBucket, versionedBucket } from './private-bucket.ts';
import { bounded } from './roles.ts';
import type { StageSettings } from './settings.ts';

/** Storage class of the copies: read immediately when needed, at a fifth of Standard's price. */
const STORAGE_CLASS = 'GLACIER_IR';

/**
 * Copies every new original to a bucket of a second region, and its deletion: a deleted original stays a version there
 * for as long as in the first. Originals of earlier days are not copied (docs/operations.md).
 */
export function copyOriginals({ bucket: originals, versioning }: VersionedBucket, settings: StageSettings): void {
  const { originalsCopy: region, keepDeletedOriginalsDays: keepDays } = settings;
  if (!region) return;
  if (keepDays === 0) throw new Error('originalsCopy needs keepDeletedOriginalsDays: S3 copies versions');
  const { bucket: copy, versioning: copyVersioning } = versionedBucket('originals-copy', settings, {
    keepDays,
    region,
  });
  bucketPolicy('OriginalsCopy', copy, [], region);
  const rule = {
    id: 'originals',
    status: 'Enabled',
    filter: {},
    deleteMarkerReplication: { status: 'Enabled' },
    destination: { bucket: copy.arn, storageClass: STORAGE_CLASS },
  };
  new aws.s3.BucketReplicationConfig(
    'Originals',
    { bucket: originals.bucket, role: replicator(originals, copy).arn, rules: [rule] },
    { dependsOn: [...versioning, ...copyVersioning] },
  );
}

/** The role with which S3 copies: it reads versions here, and writes copies there. */
function replicator(originals: aws.s3.Bucket, copy: aws.s3.Bucket): aws.iam.Role {
  const policy = aws.iam.getPolicyDocumentOutput({
    statements: [
      { actions: ['s3:GetReplicationConfiguration', 's3:ListBucket'], resources: [originals.arn] },
      {
        actions: ['s3:GetObjectVersionForReplication', 's3:GetObjectVersionAcl', 's3:GetObjectVersionTagging'],
        resources: [$interpolate`${originals.arn}/*`],
      },
      {
        actions: ['s3:ReplicateObject', 's3:ReplicateDelete', 's3:ReplicateTags'],
        resources: [$interpolate`${copy.arn}/*`],
      },
    ],
  }).json;
  return new aws.iam.Role('OriginalsCopy', {
    name: physical('originals-copy'),
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: 's3.amazonaws.com' }),
    inlinePolicies: [{ name: 'copy', policy }],
    ...bounded(),
  });
}
