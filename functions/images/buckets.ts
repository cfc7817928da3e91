import { readEnv, STORAGE_ENV } from '#functions/lib/env.ts';
import { createObjects } from './objects.ts';
import type { Objects } from './objects.ts';

/** The two buckets, as the environment names them. */
export function bucketsFromEnv(): { originals: Objects; renditions: Objects } {
  const env = readEnv(STORAGE_ENV);
  const account = {
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    endpoint: env.S3_ENDPOINT,
  };
  return {
    originals: createObjects({ ...account, bucket: env.ORIGINALS_BUCKET }),
    renditions: createObjects({ ...account, bucket: env.RENDITIONS_BUCKET }),
  };
}
