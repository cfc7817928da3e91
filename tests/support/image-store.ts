import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjects, type Objects } from '#functions/images/s3-objects.ts';
import { type S3Options, startS3 } from '#local/s3/server.ts';

/** An S3 with the two image buckets, and the settings to reach it from another process. */
export type ImageStore = {
  originals: Objects;
  renditions: Objects;
  /** Settings as a function's environment contains them. */
  env: Record<string, string>;
  /** Moves the store's clock, by which locks become stale; milliseconds. */
  pass: (ms: number) => void;
  close: () => Promise<void>;
};

const REGION = 'eu-west-1';
const ACCESS = { accessKeyId: 'AKIDIMAGES', secretAccessKey: 'secret-of-the-image-tests' };

/** `ownProcess` runs it in a separate process, with the real clock. */
export async function startImageStore({ ownProcess = false } = {}): Promise<ImageStore> {
  const dir = await mkdtemp(join(tmpdir(), 'image-store-'));
  let ahead = 0;
  const options: S3Options = {
    dir,
    port: 0,
    credentials: [ACCESS],
    region: REGION,
    buckets: ['originals', 'renditions'],
    versioned: ['originals'],
    corsOrigins: [],
  };
  const s3 = ownProcess ? await startApart(options) : await startS3({ ...options, now: () => Date.now() + ahead });
  const endpoint = `http://127.0.0.1:${s3.port}`;
  const bucket = (name: string) => createObjects({ bucket: name, region: REGION, endpoint, ...ACCESS });
  return {
    originals: bucket('originals'),
    renditions: bucket('renditions'),
    env: {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: ACCESS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
      S3_ENDPOINT: endpoint,
      ORIGINALS_BUCKET: 'originals',
      RENDITIONS_BUCKET: 'renditions',
    },
    pass: (ms) => {
      ahead += ms;
    },
    close: async () => {
      await s3.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function startApart(options: S3Options): Promise<{ port: number; close(): Promise<void> }> {
  const child = fork(new URL('./image-store-process.ts', import.meta.url));
  child.send(options);
  const [port] = await once(child, 'message');
  const close = async () => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  return { port, close };
}
