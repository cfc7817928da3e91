import { physical } from './names.ts';
import type { StageSettings } from './settings.ts';

type LifecycleRules = aws.types.input.s3.BucketLifecycleConfigurationRule[];

interface BucketOptions {
  /** Replaced and deleted objects are kept for so many days; 0 keeps none. */
  keepDays?: number;
  /** What lies below a prefix is deleted after so many days, whoever forgot it. */
  passing?: { prefix: string; days: number };
}

/** Long enough for the largest upload on a bad line, and to try again the next morning. */
const UNFINISHED_DAYS = 2;

/**
 * A bucket that only its owner reads, encrypted with S3's own key (no call is charged for it, and the distribution
 * needs no right to a key). It outlives its stage where data is kept. Its policy is made beside it, once it
 * is known who else may read (bucket-policy.ts). `sst.aws.Bucket` is not used: it empties and deletes the bucket with
 * the stage, and knows of a lifecycle's rules only the expiry in days.
 */
export function privateBucket(thing: string, settings: StageSettings, options: BucketOptions = {}): aws.s3.Bucket {
  const keepDays = options.keepDays ?? 0;
  const name = physical(thing);
  const bucket = new aws.s3.Bucket(
    name,
    { forceDestroy: !settings.keepData },
    { protect: settings.protect, retainOnDelete: settings.keepData },
  );
  close(name, bucket);
  if (keepDays > 0) {
    new aws.s3.BucketVersioning(name, {
      bucket: bucket.bucket,
      versioningConfiguration: { status: 'Enabled' },
    });
  }
  new aws.s3.BucketLifecycleConfiguration(name, {
    bucket: bucket.bucket,
    // Also where none is kept any more: what is left of the days when some were has to go.
    rules: [unfinished, ...replaced(Math.max(1, keepDays)), ...passing(options)],
  });
  return bucket;
}

function close(name: string, { bucket }: aws.s3.Bucket): void {
  new aws.s3.BucketPublicAccessBlock(name, {
    bucket,
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  });
  new aws.s3.BucketOwnershipControls(name, { bucket, rule: { objectOwnership: 'BucketOwnerEnforced' } });
  new aws.s3.BucketServerSideEncryptionConfiguration(name, {
    bucket,
    rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
  });
}

const unfinished: LifecycleRules[number] = {
  id: 'unfinished-uploads',
  status: 'Enabled',
  filter: {},
  abortIncompleteMultipartUpload: { daysAfterInitiation: UNFINISHED_DAYS },
};

/** Two rules, since S3 takes no marker's expiry together with other conditions. */
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

function passing({ passing }: BucketOptions): LifecycleRules {
  if (!passing) return [];
  return [
    {
      id: `passing-${passing.prefix.replace(/\W/g, '')}`,
      status: 'Enabled',
      filter: { prefix: passing.prefix },
      expiration: { days: passing.days },
    },
  ];
}
