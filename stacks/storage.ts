import { bucketPolicy } from './bucket-policy.ts';
import { logical, physical } from './names.ts';
import { privateBucket, versionedBucket, type VersionedBucket } from './private-bucket.ts';
import { bounded } from './roles.ts';
import type { StageSettings } from './settings.ts';

/** Storage class of the copies: read immediately when needed, at a fifth of Standard's price. */
const STORAGE_CLASS = 'GLACIER_IR';

/**
 * Copies every new original to a bucket of a second region, and its deletion: a deleted original stays a version there
 * for as long as in the first. Originals of earlier days are not copied (docs/operations.md).
 */
function copyOriginals({ bucket: originals, versioning }: VersionedBucket, settings: StageSettings): void {
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

/** Seconds for which browsers cache a CORS preflight; a shoot uploads in far less. */
const CORS_AGE = 3_600;

/** A job deletes archives after seven days and some hours; this rule deletes those it missed. */
const ARCHIVES = { prefix: 'archives/', days: 8 };
/** Locks by which the transform limits a visitor, valid for a day at most (functions/images/compute-rendition.ts). */
const LIMITS = { prefix: 'limits/', days: 1 };
/** Large renditions that no page asks for; the tag is that of functions/images/s3-objects.ts. */
const LARGE = { tag: { key: 'expires', value: 'day' }, days: 1 };
/** Daily lists of both buckets, from which the sweep finds orphans (functions/uploads/inventory.ts); one takes some runs. */
const INVENTORY = { prefix: 'inventory/', days: 8 };

/** Name of the figures of a bucket's requests, which cost as much as 16 alarms a bucket. */
export const SENT = 'sent';

export interface Storage {
  originals: aws.s3.Bucket;
  /** Without its policy: its readers are known once the distribution exists (app.ts). */
  renditions: aws.s3.Bucket;
}

/** @param host of the stage: CORS allows uploads from its pages only */
export function storage(settings: StageSettings, host: string): Storage {
  const versioned = versionedBucket('originals', settings, {
    keepDays: settings.keepDeletedOriginalsDays,
    tierAfterDays: settings.tierOriginalsAfterDays,
  });
  const originals = versioned.bucket;
  bucketPolicy('Originals', originals);
  copyOriginals(versioned, settings);
  const upload = {
    allowedMethods: ['PUT'],
    allowedOrigins: [`https://${host}`],
    allowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
    exposeHeaders: ['ETag'],
    maxAgeSeconds: CORS_AGE,
  };
  // For share sheets of phones: the page, also one on a studio's own domain, fetches the files by short-lived URLs.
  const readers = settings.ownDomains ? 'https://*' : `https://${host}`;
  const save = { allowedMethods: ['GET'], allowedOrigins: [readers], maxAgeSeconds: CORS_AGE };
  new aws.s3.BucketCorsConfiguration('Originals', { bucket: originals.bucket, corsRules: [upload, save] });
  // No versions: a lost rendition is made again from its pointer and original.
  const renditions = privateBucket('renditions', settings, { passing: [ARCHIVES, LIMITS, LARGE, INVENTORY] });
  new aws.s3.BucketCorsConfiguration('Renditions', { bucket: renditions.bucket, corsRules: [save] });
  listDaily('originals', originals, renditions);
  listDaily('renditions', renditions, renditions);
  if (settings.alarms === 'all') {
    countSent('originals', originals);
    countSent('renditions', renditions, { prefix: ARCHIVES.prefix });
  }
  return { originals, renditions };
}

/**
 * Has S3 count what a bucket sends, for an alarm. Of renditions only archives: the distributions read everything else.
 */
function countSent(name: keyof Storage, { bucket }: aws.s3.Bucket, filter?: { prefix: string }): void {
  new aws.s3.BucketMetric(logical(name), { bucket, name: SENT, ...(filter && { filter }) });
}

/** S3 writes the bucket's keys once a day below `inventory/<name>/` of another. The sweep refuses other fields. */
function listDaily(name: keyof Storage, bucket: aws.s3.Bucket, { arn: bucketArn }: aws.s3.Bucket): void {
  new aws.s3.Inventory(logical(name), {
    bucket: bucket.bucket,
    name: 'objects',
    includedObjectVersions: 'Current',
    optionalFields: ['LastModifiedDate'],
    schedule: { frequency: 'Daily' },
    destination: {
      bucket: { bucketArn, format: 'CSV', prefix: `${INVENTORY.prefix}${name}`, encryption: { sseS3: {} } },
    },
  });
}

/**
 * Only the distributions may read renditions, and S3 may write its inventories. Distributions cannot list them, which
 * would reveal a gallery's photos.
 */
export function letDistributionsRead(
  { originals, renditions }: Storage,
  distributionArns: $util.Input<string>[],
): void {
  bucketPolicy('Renditions', renditions, [
    {
      sid: 'Distribution',
      principals: [{ type: 'Service', identifiers: ['cloudfront.amazonaws.com'] }],
      actions: ['s3:GetObject'],
      resources: [$interpolate`${renditions.arn}/*`],
      conditions: [{ test: 'StringEquals', variable: 'AWS:SourceArn', values: distributionArns }],
    },
    {
      // Archives are downloaded from the bucket itself by short-lived URLs; inventories are the sweep's alone.
      sid: 'NotArchives',
      effect: 'Deny',
      principals: [{ type: 'Service', identifiers: ['cloudfront.amazonaws.com'] }],
      actions: ['s3:GetObject'],
      resources: [ARCHIVES, INVENTORY].map(({ prefix }) => $interpolate`${renditions.arn}/${prefix}*`),
    },
    {
      sid: 'Inventory',
      principals: [{ type: 'Service', identifiers: ['s3.amazonaws.com'] }],
      actions: ['s3:PutObject'],
      resources: [$interpolate`${renditions.arn}/${INVENTORY.prefix}*`],
      conditions: [
        { test: 'ArnEquals', variable: 'aws:SourceArn', values: [originals.arn, renditions.arn] },
        {
          test: 'StringEquals',
          variable: 'aws:SourceAccount',
          values: [aws.getCallerIdentityOutput().accountId],
        },
      ],
    },
  ]);
}
