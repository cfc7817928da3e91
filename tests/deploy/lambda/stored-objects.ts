import { AwsClient } from 'aws4fetch';
import { listedKeys } from '#functions/platform/storage/s3-xml.ts';
import { ORIGINALS_BUCKET, REGION, RENDITIONS_BUCKET } from '#local/supervisor/installation.ts';
import type { Stage } from './stage.ts';

const BUCKETS = { originals: ORIGINALS_BUCKET, renditions: RENDITIONS_BUCKET } as const;
type Bucket = keyof typeof BUCKETS;

function send({ deployment }: Stage, method: string, path: string, body?: string): Promise<Response> {
  const { s3Url, secrets } = deployment.installation;
  const keys = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey };
  return new AwsClient({ ...keys, region: REGION, service: 's3' }).fetch(`${s3Url}/${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
  });
}

/** Whether the key exists. */
export async function isStored(stage: Stage, bucket: Bucket, key: string): Promise<boolean> {
  const answer = await send(stage, 'HEAD', `${BUCKETS[bucket]}/${key}`);
  return answer.status === 200;
}

export async function removeStored(stage: Stage, bucket: Bucket, key: string): Promise<void> {
  const answer = await send(stage, 'DELETE', `${BUCKETS[bucket]}/${key}`);
  if (answer.status !== 204) throw new Error(`storage answered ${answer.status}`);
}

/** Stores a short text. */
export async function store(stage: Stage, bucket: Bucket, key: string, text: string): Promise<void> {
  const answer = await send(stage, 'PUT', `${BUCKETS[bucket]}/${key}`, text);
  if (answer.status !== 200) throw new Error(`storage answered ${answer.status}`);
}

/** Keys with this prefix. */
export async function storedBelow(stage: Stage, bucket: Bucket, prefix: string): Promise<string[]> {
  const answer = await send(stage, 'GET', `${BUCKETS[bucket]}/?list-type=2&prefix=${encodeURIComponent(prefix)}`);
  return listedKeys(await answer.text());
}
