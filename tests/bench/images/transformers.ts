/** The product's transform handler and decoder, and the peers, each with the processes whose time counts. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ID_LENGTH } from '#core/domain/values/ids.ts';
import { type ImageParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { createDecoder } from '#functions/images/decoder/decoder.ts';
import type { Objects, StoredObject } from '#functions/images/s3-objects.ts';
import { createTransform } from '#functions/images/transform.ts';
import { newId } from '../../support/rows.ts';
import type { PeerJob } from './peer-process.ts';
import { peakMemory, processorTime } from './processor-time.ts';

const SECRET = 'bench';
export const GALLERY_LENGTH = ID_LENGTH.account + ID_LENGTH.galleryTail;
const gallery = newId(GALLERY_LENGTH);
const POINTER = JSON.stringify({ originalKey: 'original', type: 'jpeg', focal: null });

export function stored(bytes: Buffer<ArrayBuffer>): StoredObject {
  return { body: Readable.from([bytes]), etag: '"0"', size: bytes.length, contentType: 'image/jpeg', ageMs: 0 };
}

/** A store with every pointer and no rendition, at no cost. */
const withoutRenditions: Objects = {
  read: async () => null,
  head: async (key) => (key.endsWith('source.json') ? { etag: '', size: 1, contentType: '', ageMs: 0 } : null),
  get: async (key) => (key.endsWith('source.json') ? stored(Buffer.from(POINTER)) : null),
  put: async () => '"0"',
  remove: async () => {},
};

/** A store in which every object is the file at `path`, read once. */
export function inMemory(path: string): Objects {
  const bytes = readFileSync(path);
  return { ...withoutRenditions, get: async () => stored(bytes) };
}

/** The transform handler on a bucket without renditions. Its own time is this process's. */
export function measuredTransform(originals: Objects) {
  const { decoder, spent, workers } = measuredDecoder();
  const objects = { originals, renditions: withoutRenditions };
  const transform = createTransform({ ...objects, decoder, unstoredDecoder: decoder, originSecret: SECRET, sleep });
  return {
    run: (params: ImageParams) => transformed(transform, params),
    spent: () => processorTime(process.pid) + spent(),
    peak: () => Math.max(...workers.map(({ pid }) => peakMemory(pid!))),
    close: () => decoder.close(),
  };
}

export function measuredDecoder() {
  const workers: ChildProcess[] = [];
  const decoder = createDecoder({ size: 1, onStart: (worker) => void workers.push(worker) });
  return {
    decoder,
    workers,
    spent: () => workers.reduce((sum, { pid }) => sum + processorTime(pid!), 0),
    close: () => decoder.close(),
  };
}

async function transformed(transform: ReturnType<typeof createTransform>, params: ImageParams) {
  const answer = await transform({
    rawPath: `/${renditionKey(gallery, newId(ID_LENGTH.file), params)}`,
    headers: { 'x-origin-secret': SECRET, 'x-viewer-address': '192.0.2.1' },
    requestContext: { http: { method: 'GET' } },
  } as unknown as APIGatewayProxyEventV2);
  if (answer.statusCode !== 200) throw new Error(`transform answered ${answer.statusCode} ${answer.body}`);
}

/** The peers' process. */
export function peer() {
  const child = fork(new URL('./peer-process.ts', import.meta.url));
  return {
    async run(job: PeerJob) {
      child.send(job);
      const [{ error, bytes }] = (await once(child, 'message')) as [{ error?: string; bytes?: number }];
      if (error || !bytes) throw new Error(`${job.by}: ${error ?? 'no bytes'}`);
    },
    spent: () => processorTime(child.pid!, { children: true }),
    peak: () => peakMemory(child.pid!),
    close: () => child.kill(),
  };
}
