import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeId } from '#core/domain/values/ids.ts';
import { type ImageParams, presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { acquireLock, LARGE_A_DAY } from '#functions/images/compute-rendition.ts';
import type { EncodedImage } from '#functions/images/decoder/protocol.ts';
import { createDecoder, type Decoder } from '#functions/images/decoder/decoder.ts';
import { pointerKey, writePointer } from '#functions/images/rendition-source.ts';
import type { Objects } from '#functions/images/s3-objects.ts';
import { createTransform, MAX_INLINE_BYTES } from '#functions/images/transform.ts';
import type { ImageType } from '#functions/platform/storage/file-type.ts';
import { type ImageStore, startImageStore } from '../support/image-store.ts';
import * as pictures from '../support/pictures.ts';

type Answer = APIGatewayProxyStructuredResultV2;

const SECRET = 'the-secret-of-the-distribution';
const gallery = newId(26);
let store: ImageStore;
let decoder: Decoder;
let decodes: number;
let transform: (event: APIGatewayProxyEventV2) => Promise<Answer>;

beforeAll(async () => {
  store = await startImageStore();
  decoder = createDecoder({ size: 1 });
  decodes = 0;
  const { originals, renditions } = store;
  const counting: Decoder = { ...decoder, run: (job) => (decodes++, decoder.run(job)) };
  const deps = { originals, renditions, originSecret: SECRET, sleep };
  transform = createTransform({ ...deps, decoder: counting, unstoredDecoder: counting });
});
afterAll(async () => {
  decoder.close();
  await store.close();
});

function newId(length: number): string {
  return makeId((bytes) => crypto.getRandomValues(bytes), length);
}

/** Inserts a photo as ingest leaves it, without its renditions. */
async function photo(bytes: Uint8Array<ArrayBuffer>, type: ImageType = 'jpeg'): Promise<string> {
  const fileId = newId(24);
  const originalKey = `${gallery}/${newId(20)}/${newId(20)}`;
  await store.originals.put(originalKey, bytes, { contentType: 'application/octet-stream' });
  await writePointer(store.renditions, pointerKey(gallery, fileId), { originalKey, type, focal: null });
  return fileId;
}

function request(path: string, headers: Record<string, string> = {}, method = 'GET'): APIGatewayProxyEventV2 {
  return {
    rawPath: path,
    headers: { 'x-origin-secret': SECRET, ...headers },
    requestContext: { http: { method } },
  } as unknown as APIGatewayProxyEventV2;
}

/** Half a minute and a second ago, by the store's clock. */
async function inThePast<Result>(run: () => Promise<Result>): Promise<Result> {
  store.pass(-31_000);
  const result = await run();
  store.pass(31_000);
  return result;
}

const pathOf = (fileId: string, params: ImageParams) => `/${renditionKey(gallery, fileId, params)}`;
const bodyOf = (answer: Answer) => Buffer.from(answer.body ?? '', 'base64');
const codeOf = (answer: Answer) => JSON.parse(answer.body ?? '{}').error?.code as string;

const thumbnail = presetParams('thumbnail');
const scene = Buffer.from(await pictures.scene(1200, 800).jpeg().toBuffer());
const noise = Buffer.from(await pictures.noisePicture(2200, 2200).png({ compressionLevel: 1 }).toBuffer());

describe('a missing rendition', () => {
  test('is rendered, stored and returned; the second request decodes nothing', async () => {
    const path = pathOf(await photo(scene), thumbnail);
    const before = decodes;
    const first = await transform(request(path));
    expect(first).toMatchObject({
      statusCode: 200,
      isBase64Encoded: true,
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(await sharp(bodyOf(first)).metadata()).toMatchObject({ width: 200, height: 200, format: 'jpeg' });
    const second = await transform(request(path));
    expect(second).toEqual(first);
    expect(decodes - before).toBe(1);
    expect(await store.renditions.head(`${path.slice(1)}.lock`)).toBeNull();
  });

  test('answers 304 to conditional requests, and HEAD without a body', async () => {
    const path = pathOf(await photo(scene), thumbnail);
    const made = await transform(request(path));
    const etag = String(made.headers?.['etag']);
    const again = await transform(request(path, { 'if-none-match': etag }));
    expect([again.statusCode, again.body]).toEqual([304, undefined]);
    expect(await transform(request(path, {}, 'HEAD'))).toMatchObject({ statusCode: 200, headers: { etag } });
  });

  test('too large for a response is stored, and the client redirected to its public URL', async () => {
    const fileId = await photo(noise, 'png');
    const params: ImageParams = { ...presetParams('fullscreen'), width: 3200, format: 'webp' };
    const large = createTransform({
      ...store,
      unstoredDecoder: decoder,
      originSecret: SECRET,
      sleep,
      decoder: { ...decoder, run: async () => ({ bytes: randomBytes(MAX_INLINE_BYTES + 1) }) as never },
    });
    for (const _ of ['made', 'stored']) {
      const answer = await large(request(pathOf(fileId, params)));
      expect(answer).toMatchObject({ statusCode: 302, headers: { 'cache-control': 'no-store' } });
      expect(answer.headers?.['location']).toMatch(`/api/images/${gallery}/${fileId}.webp?`);
    }
    const stored = await store.renditions.head(pathOf(fileId, params).slice(1));
    expect(stored!.size).toBeGreaterThan(MAX_INLINE_BYTES);
  });
});

/** The n-th of many renditions that no page asks for. */
const unusual = (index: number): ImageParams => ({ ...presetParams('preview'), width: 300 + index });
const ask = (fileId: string, params: ImageParams, visitor: string) =>
  transform(request(pathOf(fileId, params), { 'x-viewer-address': visitor }));

describe('a rendition that no page asks for', () => {
  test('is returned without being stored, a few times a minute for a network', async () => {
    const fileId = await photo(scene);
    const statuses: (number | undefined)[] = [];
    for (let index = 0; index < 5; index++) {
      statuses.push((await ask(fileId, unusual(index), `203.0.113.${index}`)).statusCode);
      expect(await store.renditions.head(pathOf(fileId, unusual(index)).slice(1))).toBeNull();
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await ask(fileId, unusual(5), '203.0.113.9');
    expect([codeOf(refused), refused.headers?.['retry-after']]).toEqual(['rate_limited', 30]);
    expect(JSON.parse(refused.body!).error.message).toBe('Too many attempts. Wait a moment and try again.');
    // Presets and other networks are not affected.
    expect((await ask(fileId, presetParams('preview'), '203.0.113.9')).statusCode).toBe(200);
    const elsewhere = await ask(fileId, unusual(6), '198.51.100.1');
    expect(elsewhere.headers).toMatchObject({ 'content-type': 'image/jpeg', etag: expect.stringMatching(/^"/) });
    expect(await sharp(bodyOf(elsewhere)).metadata()).toMatchObject({ width: 306, format: 'jpeg' });
  });

  test('is returned again half a minute later', async () => {
    const fileId = await photo(scene);
    const statusOf = async (index: number) => (await ask(fileId, unusual(index), '198.51.100.77')).statusCode;
    expect(await inThePast(async () => [await statusOf(0), await statusOf(1), await statusOf(2)])).toEqual([
      200, 200, 200,
    ]);
    expect(await statusOf(3)).toBe(200);
  });

  test('does not hold up a preset', async () => {
    const fileId = await photo(scene);
    const release = Promise.withResolvers<void>();
    const busy: Decoder = { ...decoder, run: async (job) => (await release.promise, decoder.run(job)) };
    const own = createTransform({ ...store, decoder, unstoredDecoder: busy, originSecret: SECRET, sleep });
    const slow = own(request(pathOf(fileId, unusual(0)), { 'x-viewer-address': '192.0.2.77' }));
    expect((await own(request(pathOf(fileId, thumbnail)))).statusCode).toBe(200);
    release.resolve();
    expect((await slow).statusCode).toBe(200);
  });

  test('is stored for a day if it is too large for a response, a few times a day for a network', async () => {
    const stored: [key: string, expires: boolean | undefined][] = [];
    const renditions: Objects = {
      ...store.renditions,
      put: (key, body, options) => {
        if (!key.startsWith('limits/')) stored.push([key, options.expires]);
        return store.renditions.put(key, body, options);
      },
    };
    const large = Buffer.alloc(MAX_INLINE_BYTES + 1) as unknown as EncodedImage;
    const unstoredDecoder = { ...decoder, run: async () => ({ bytes: large }) } as unknown as Decoder;
    const own = createTransform({ ...store, renditions, decoder, unstoredDecoder, originSecret: SECRET, sleep });
    const fileId = await photo(scene);
    const visit = (index: number) => own(request(pathOf(fileId, unusual(index)), { 'x-viewer-address': '198.18.1.1' }));
    const first = await inThePast(() => visit(0));
    expect(first).toMatchObject({ statusCode: 302, headers: { 'cache-control': 'no-store' } });
    expect(stored).toEqual([[pathOf(fileId, unusual(0)).slice(1), true]]);
    // The edge finds it in the bucket; asking for it again computes and stores nothing.
    expect([(await visit(0)).statusCode, stored.length]).toEqual([302, 1]);
    const statuses: (number | undefined)[] = [];
    for (let index = 1; index <= LARGE_A_DAY.count; index++) {
      // With half a minute between them only the limit of the day is left.
      statuses.push((await inThePast(() => visit(index))).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(LARGE_A_DAY.count - 1).fill(302), 429]);
    expect(stored).toHaveLength(LARGE_A_DAY.count);
  });

  test('is not stored if the photo is deleted while it is decoded', async () => {
    const fileId = await photo(scene);
    const large = Buffer.alloc(MAX_INLINE_BYTES + 1) as unknown as EncodedImage;
    const unstoredDecoder = {
      ...decoder,
      run: async () => (await store.renditions.remove(pointerKey(gallery, fileId)), { bytes: large }),
    } as unknown as Decoder;
    const own = createTransform({ ...store, decoder, unstoredDecoder, originSecret: SECRET, sleep });
    const path = pathOf(fileId, unusual(0));
    expect((await own(request(path, { 'x-viewer-address': '198.18.2.1' }))).statusCode).toBe(404);
    expect(await store.renditions.head(path.slice(1))).toBeNull();
  });

  test('answers 404 for large AVIF', async () => {
    const fileId = await photo(noise, 'png');
    const params: ImageParams = { ...thumbnail, width: 2200, height: null, format: 'avif' };
    expect((await ask(fileId, params, '192.0.2.79')).statusCode).toBe(404);
  });
});

describe('refusals', () => {
  test.each([undefined, '', 'wrong', `${SECRET}x`])('secret %j', async (secret) => {
    const event = request(pathOf(await photo(scene), thumbnail));
    event.headers['x-origin-secret'] = secret;
    expect((await transform(event)).statusCode).toBe(403);
  });

  test('answers 404 for unknown images and paths, 405 for other methods', async () => {
    const known = pathOf(await photo(scene), thumbnail);
    const unknown = pathOf(newId(24), thumbnail);
    const paths = [unknown, `${known}.lock`, `${known}/`, known.slice(1), known.replace('.jpg', '.css'), '/', '//'];
    for (const path of [...paths, known.replace(/[^/]+$/, 'source.json'), known.replace('w200', 'w0200')]) {
      expect([path, (await transform(request(path))).statusCode]).toEqual([path, 404]);
    }
    expect((await transform(request(known, {}, 'DELETE'))).statusCode).toBe(405);
  });

  test('names a decompression bomb once, and does not decode it again before its lock is stale', async () => {
    const bomb = Buffer.from(await pictures.claimingAvif(7000, 7000));
    const path = pathOf(await photo(bomb, 'avif'), thumbnail);
    const before = decodes;
    for (const _ of [1, 2, 3]) {
      const answer = await transform(request(path));
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'too_many_pixels']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    }
    expect(decodes - before).toBe(1);
  });

  test('answers 404 for a missing original, and leaves no lock', async () => {
    const fileId = newId(24);
    const originalKey = `${gallery}/${newId(20)}/${newId(20)}`;
    await writePointer(store.renditions, pointerKey(gallery, fileId), { originalKey, type: 'jpeg', focal: null });
    expect((await transform(request(pathOf(fileId, thumbnail)))).statusCode).toBe(404);
    expect(await store.renditions.head(`${pathOf(fileId, thumbnail).slice(1)}.lock`)).toBeNull();
  });
});

describe('faults', () => {
  test('one request takes over a dead holder’s stale lock', async () => {
    const key = pathOf(await photo(scene), thumbnail).slice(1);
    const dead = await inThePast(() => acquireLock(store.renditions, key));
    expect(dead).toHaveProperty('etag');
    const takers = await Promise.all(Array.from({ length: 8 }, () => acquireLock(store.renditions, key)));
    expect(takers.filter((lock) => typeof lock === 'object')).toHaveLength(1);
    expect(takers.filter((lock) => lock === 'busy')).toHaveLength(7);
  });

  test('answers a request that waits behind a dead holder', async () => {
    const path = pathOf(await photo(scene), thumbnail);
    await inThePast(() => acquireLock(store.renditions, path.slice(1)));
    expect((await transform(request(path))).statusCode).toBe(200);
  });

  test('stores nothing of a photo deleted while it is decoded', async () => {
    const fileId = await photo(scene);
    const racing = createTransform({
      ...store,
      unstoredDecoder: decoder,
      originSecret: SECRET,
      sleep,
      decoder: {
        ...decoder,
        async run(job) {
          await store.renditions.remove(pointerKey(gallery, fileId));
          return decoder.run(job);
        },
      },
    });
    expect((await racing(request(pathOf(fileId, thumbnail)))).statusCode).toBe(404);
    const key = pathOf(fileId, thumbnail).slice(1);
    expect([await store.renditions.head(key), await store.renditions.head(`${key}.lock`)]).toEqual([null, null]);
  });

  test('stores nothing of a photo re-rendered while it is decoded, and redirects to the current name', async () => {
    const [fileId, present] = [await photo(scene), await photo(scene)];
    const racing = createTransform({
      ...store,
      unstoredDecoder: decoder,
      originSecret: SECRET,
      sleep,
      decoder: {
        ...decoder,
        async run(job) {
          const sign = JSON.stringify({ movedTo: present });
          await store.renditions.put(pointerKey(gallery, fileId), sign, { contentType: 'application/json' });
          return decoder.run(job);
        },
      },
    });
    const answer = await racing(request(pathOf(fileId, thumbnail)));
    expect([answer.statusCode, String(answer.headers?.['location']).includes(present)]).toEqual([302, true]);
    const key = pathOf(fileId, thumbnail).slice(1);
    expect([await store.renditions.head(key), await store.renditions.head(`${key}.lock`)]).toEqual([null, null]);
  });
});

/** Sandboxes of the image function, one process each. */
function startSandboxes(count: number) {
  const waiting = new Map<number, (answer: Answer) => void>();
  const sandboxes = { decoded: 0, ask, end };
  const children = Array.from({ length: count }, () => {
    const env = { ...store.env, ORIGIN_SECRET: SECRET };
    const child = fork(new URL('../support/transform-process.ts', import.meta.url), { env, execArgv: [] });
    child.on('message', ({ id, answer, decoded }: { id?: number; answer?: Answer; decoded?: number }) => {
      sandboxes.decoded += decoded ?? 0;
      if (answer) waiting.get(id!)!(answer);
    });
    return child;
  });
  function ask(id: number, event: APIGatewayProxyEventV2): Promise<Answer> {
    children[id % count]!.send({ id, event });
    return new Promise((resolve) => waiting.set(id, resolve));
  }
  function end() {
    for (const child of children) child.kill();
  }
  return sandboxes;
}

test(
  '50 concurrent first requests in four sandboxes decode once and get equal responses',
  { timeout: 60_000 },
  async () => {
    const path = pathOf(await photo(scene), presetParams('preview'));
    const sandboxes = startSandboxes(4);
    try {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, id) => sandboxes.ask(id, request(path))));
      expect(sandboxes.decoded).toBe(1);
      expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    } finally {
      sandboxes.end();
    }
  },
);
