import { readEnv, STORAGE_ENV } from '#functions/platform/env.ts';
import { CommandError } from '../lib/command.ts';
import { openBucket } from './bucket.ts';
import type { Buckets } from './copy-objects.ts';

/**
 * Returns both buckets from the environment: `AWS_REGION`, credentials as the AWS tools export them
 * (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`), `ORIGINALS_BUCKET`, `RENDITIONS_BUCKET`, and
 * `S3_ENDPOINT` for an S3 other than Amazon's.
 * @throws CommandError naming missing variables
 */
export function bucketsFromEnv(): Buckets {
  const { ORIGINALS_BUCKET, RENDITIONS_BUCKET, ...env } = bucketEnv();
  const account = {
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    endpoint: env.S3_ENDPOINT,
  };
  return {
    originals: openBucket({ ...account, bucket: ORIGINALS_BUCKET }),
    renditions: openBucket({ ...account, bucket: RENDITIONS_BUCKET }),
  };
}

function bucketEnv() {
  try {
    return readEnv(STORAGE_ENV);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
