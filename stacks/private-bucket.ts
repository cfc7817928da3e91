import { physical } from './names.ts';
import type { StageSettings } from './settings.ts';

type LifecycleRules = aws.types.input.s3.BucketLifecycleConfigurationRule[];

type Passing = { days: number } & ({ prefix: string } | { tag: { key: string; value: string } });

interface BucketOptions {
  /** Days for which replaced and deleted objects are kept; 0 keeps none. */
  keepDays?: number;
  /** Deletes objects below each prefix, or with each tag, after this many days. */
  passing?: readonly Passing[];
  /** Days after which objects move to Intelligent-Tiering; 0 moves none. */
  tierAfterDays?: number;
  /** Another region than the stage's. */
  region?: string;
}

/** Days for the largest upload on a bad line, with another attempt the next morning. */
const UNFINISHED_DAYS = 2;

/**
 * Creates a bucket that only its owner can read, encrypted with S3's own key (without charges per request, and without
 * rights to a key for the distribution). It outlives its stage if data is kept. bucket-policy.ts creates the policy
 * once all readers are known. Not `sst.aws.Bucket`: it empties and deletes the bucket with the stage, and supports no
 * lifecycle rule but the expiry in days.
 */
export function privateBucket(thing: string, settings: StageSettings, options: BucketOptions = {}): aws.s3.Bucket {
  return versionedBucket(thing, settings, options).bucket;
}

export interface VersionedBucket {
  bucket: aws.s3.Bucket;
  /** Dependencies of a replication, which S3 allows between versioned buckets only. */
  versioning: $util.Resource[];
}

/** As `privateBucket`, with the resources that make it versioned; [] if `keepDays` is 0. */
export function versionedBucket(thing: string, settings: StageSettings, options: BucketOptions): VersionedBucket {
  const keepDays = options.keepDays ?? 0;
  const regional = options.region ? { region: options.region } : {};
  const name = physical(thing);
  const bucket = new aws.s3.Bucket(
    name,
    { forceDestroy: !settings.keepData, ...regional },
    { protect: settings.protect, retainOnDelete: settings.keepData },
  );
  close(name, bucket, regional);
  const enabled = { bucket: bucket.bucket, versioningConfiguration: { status: 'Enabled' }, ...regional };
  const versioning = keepDays > 0 ? [new aws.s3.BucketVersioning(name, enabled)] : [];
  new aws.s3.BucketLifecycleConfiguration(name, {
    bucket: bucket.bucket,
    // Also with 0 days: versions kept under an earlier setting must expire.
    rules: [unfinished, ...replaced(Math.max(1, keepDays)), ...passing(options), ...tiered(options)],
    ...regional,
  });
  return { bucket, versioning };
}

function close(name: string, { bucket }: aws.s3.Bucket, regional: { region?: string }): void {
  new aws.s3.BucketPublicAccessBlock(name, {
    bucket,
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
    ...regional,
  });
  new aws.s3.BucketOwnershipControls(name, { bucket, rule: { objectOwnership: 'BucketOwnerEnforced' }, ...regional });
  new aws.s3.BucketServerSideEncryptionConfiguration(name, {
    bucket,
    rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
    ...regional,
  });
}

const unfinished: LifecycleRules[number] = {
  id: 'unfinished-uploads',
  status: 'Enabled',
  filter: {},
  abortIncompleteMultipartUpload: { daysAfterInitiation: UNFINISHED_DAYS },
};

/** Two rules, since S3 does not combine the expiry of delete markers with other conditions. */
function replaced(days: number): LifecycleRules {
  return [
    {
      id: 'replaced-and-deleted',
      status: 'Enabled',
      filter: {},
      noncurrentVersionExpiration: { noncurrentDays: days },
    },
    {
      id: 'markers-of-nothing',
      status: 'Enabled',
      filter: {},
      expiration: { expiredObjectDeleteMarker: true },
    },
  ];
}

/** S3 does not tier smaller objects, and would bill the move. */
const SMALLEST_TIERED = 128 * 1024;

function tiered({ tierAfterDays: days = 0 }: BucketOptions): LifecycleRules {
  if (days === 0) return [];
  return [
    {
      id: 'tiered',
      status: 'Enabled',
      filter: { objectSizeGreaterThan: SMALLEST_TIERED },
      transitions: [{ days, storageClass: 'INTELLIGENT_TIERING' }],
    },
  ];
}

function passing({ passing = [] }: BucketOptions): LifecycleRules {
  return passing.map(({ days, ...filter }) => ({
    id: `passing-${('prefix' in filter ? filter.prefix : filter.tag.key).replace(/\W/g, '')}`,
    status: 'Enabled',
    filter,
    expiration: { days },
  }));
}
