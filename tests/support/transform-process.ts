/*
 * One sandbox of the image function as a process, for tests that need several: answers each message `{id, event}` with
 * `{id, answer}`. Reports each decode as `{decoded: 1}`, so that the test can count them over all sandboxes.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDecoder, type Decoder } from '#functions/images/decoder/decoder.ts';
import { createObjects } from '#functions/images/s3-objects.ts';
import { createTransform } from '#functions/images/transform.ts';
import { readEnv } from '#functions/platform/env.ts';

const env = readEnv(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'S3_ENDPOINT', 'ORIGIN_SECRET']);
const bucket = (name: string) =>
  createObjects({
    bucket: name,
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    endpoint: env.S3_ENDPOINT,
  });
const decoder = createDecoder({ size: 1 });
const counting: Decoder = {
  ...decoder,
  run(job) {
    process.send?.({ decoded: 1 });
    return decoder.run(job);
  },
};
const transform = createTransform({
  originals: bucket('originals'),
  renditions: bucket('renditions'),
  decoder: counting,
  unstoredDecoder: counting,
  originSecret: env.ORIGIN_SECRET,
  sleep,
});

process.on('message', ({ id, event }: { id: number; event: APIGatewayProxyEventV2 }) => {
  void transform(event).then((answer) => process.send?.({ id, answer }));
});
process.on('disconnect', () => {
  decoder.close();
  process.exit();
});
