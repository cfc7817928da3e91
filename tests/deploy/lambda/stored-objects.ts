import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import { s3Storage } from '#functions/platform/storage/s3-storage.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';
import { ORIGINALS_BUCKET, REGION, RENDITIONS_BUCKET } from '#local/supervisor/installation.ts';
import type { Stage } from './stage.ts';

/** The deployment's storage with all rights. */
function storageOf({ deployment }: Stage): Storage {
  const { s3Url, secrets } = deployment.installation;
  return s3Storage({
    accessKeyId: secrets.s3AccessKeyId,
    secretAccessKey: secrets.s3SecretAccessKey,
    region: REGION,
    endpoint: s3Url,
    buckets: { originals: ORIGINALS_BUCKET, renditions: RENDITIONS_BUCKET },
  });
}

/** Whether the key exists. */
export async function isStored(stage: Stage, bucket: BucketName, key: string): Promise<boolean> {
  return (await storageOf(stage).head(bucket, key)) !== null;
}

export async function removeStored(stage: Stage, bucket: BucketName, key: string): Promise<void> {
  await storageOf(stage).remove(bucket, key);
}

/** Stores a short text. */
export async function store(stage: Stage, bucket: BucketName, key: string, text: string): Promise<void> {
  await storageOf(stage).put(bucket, key, new TextEncoder().encode(text), { contentType: 'text/plain' });
}

/** Keys with this prefix. */
export async function storedBelow(stage: Stage, bucket: BucketName, prefix: string): Promise<string[]> {
  const { objects } = await storageOf(stage).list(bucket, prefix);
  return objects.map(({ key }) => key).filter((key) => key.startsWith(prefix));
}
