import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { MULTIPART_BYTES, PART_RULES, splitIntoParts } from '#core/domain/photos/uploads.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import type { StoragePut } from './transfers.ts';
import { UploadQueue } from './upload-queue.ts';
import type { VideoFile } from './video-file.ts';
import { type CompletionAnswer, type PresignAnswer, SIGNATURE_MS, type Upload } from './upload-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type PresignFile = Pick<Upload, 'photoId' | 'filename' | 'size'> & { sha256?: string; keepDuplicate?: true };
type Part = { url: string };

const GALLERY = 'g';
const MB = 1024 * 1024;
const file = (name: string, size = 10): File => {
  const one = new File(['x'], name, { type: 'image/jpeg' });
  Object.defineProperty(one, 'size', { value: size });
  return one;
};
const filesOf = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.jpg`));

/** A queue with a server that signs and completes everything, and a storage that answers 200. */
function start() {
  const names = new Map<string, string>();
  const presign = vi.fn(async ({ body }: { body: { galleryId: string; files: PresignFile[] } }) => {
    for (const { photoId, filename } of body.files) names.set(photoId, filename);
    return signed(body.files);
  });
  const complete = vi.fn(async ({ body }: { body: { galleryId: string; photoIds: string[] } }) =>
    settled(body.photoIds),
  );
  const cancel = vi.fn(async (_input: { body: { galleryId: string; photoIds: string[] } }) => ({ cancelled: [] }));
  const put = vi.fn(async (_put: StoragePut) => 200);
  const hash = vi.fn(async ({ name }: File): Promise<{ sha256: string } | null> => ({ sha256: `hash of ${name}` }));
  const api = { presign, complete, cancel } as unknown as ConstructorParameters<typeof UploadQueue>[0];
  const readVideo = vi.fn(async (): Promise<VideoFile> => ({ poster: new Blob(['drawn']), playback: 'hevc' }));
  const queue = new UploadQueue(api, { put, hasher: { hash, close: () => undefined }, readVideo });
  const items = () => [...queue.list.items().values()];
  return {
    queue,
    presign,
    complete,
    cancel,
    put,
    hash,
    readVideo,
    items,
    idOf: (name: string) => items().find(({ filename }) => filename === name)!.photoId,
    states: () => Object.fromEntries(items().map(({ filename, state, code }) => [filename, code ?? state])),
    /** Names of the presigned files, by request. */
    presignedNames: () => presign.mock.calls.map(([{ body }]) => body.files.map(({ filename }) => filename)),
    /** Names or parts of the sent files. */
    sent: () => put.mock.calls.map(([{ url }]) => names.get(url) ?? url),
    completedIds: () => complete.mock.calls.map(([{ body }]) => body.photoIds),
  };
}

function signed(files: readonly PresignFile[], change: Partial<PresignAnswer> = {}): PresignAnswer {
  const uploads = files.map(({ photoId }) => ({ photoId, url: photoId, method: 'PUT' as const, headers: {} }));
  return { uploads, multipart: [], posters: [], arrived: [], refused: [], ...change };
}

function settled(photoIds: readonly string[], refused: CompletionAnswer['refused'] = []): CompletionAnswer {
  const photos = photoIds.map((photoId) => ({ photoId, status: 'processing' as const, failure: null }));
  return { photos: photos.filter(({ photoId }) => !refused.some((one) => one.photoId === photoId)), refused };
}

/** Runs everything that needs no further delay than this. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const held = () => new Promise<never>(() => undefined);

describe('a video', () => {
  const clip = () => new File(['video'], 'clip.mov', { type: 'video/quicktime' });
  const withPoster = (files: readonly PresignFile[]) =>
    signed(files, { posters: files.map(({ photoId }) => ({ photoId, url: 'poster', headers: {} })) });

  test('is sent after its poster, which counts no bytes', async () => {
    const { queue, presign, put, items, states } = start();
    presign.mockImplementation(async ({ body }) => withPoster(body.files));
    const [poster, body] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    put.mockImplementation(({ url }) => (url === 'poster' ? poster : body).promise);
    queue.add(GALLERY, [clip()]);
    await pass();
    expect(presign.mock.calls[0]![0].body.files[0]).toMatchObject({ poster: 5 });
    expect(put.mock.calls.map(([{ url }]) => url)).toEqual(['poster']);
    expect(await put.mock.calls[0]![0].body.text()).toBe('drawn');
    put.mock.calls[0]![0].onProgress(5);
    expect(items()[0]).toMatchObject({ sent: 0, playback: 'hevc' });
    // It was stored before, and its answer lost.
    poster.resolve(412);
    await pass();
    expect(await put.mock.calls[1]![0].body.text()).toBe('video');
    body.resolve(200);
    await pass(1000);
    expect(states()).toEqual({ 'clip.mov': 'done' });
  });

  test('is sent without a poster if the browser cannot draw', async () => {
    const { queue, presign, readVideo, sent } = start();
    readVideo.mockResolvedValue({ poster: null, playback: 'other' });
    queue.add(GALLERY, [clip()]);
    await pass(1000);
    expect(presign.mock.calls[0]![0].body.files[0]).not.toHaveProperty('poster');
    expect(sent()).toEqual(['clip.mov']);
  });

  test('is drawn once, and photos never', async () => {
    const { queue, readVideo } = start();
    queue.add(GALLERY, [clip(), ...filesOf(3)]);
    await pass(1000);
    expect(readVideo).toHaveBeenCalledTimes(1);
  });
});

describe('presigning', () => {
  test('takes 120 files in three requests, and hashes the next ones while others are sent', async () => {
    const { queue, presignedNames, put, hash, states, ...server } = start();
    const release: (() => void)[] = [];
    put.mockImplementation(() => new Promise((done) => release.push(() => done(200))));
    queue.add(GALLERY, filesOf(120));
    await pass();
    expect(presignedNames()).toHaveLength(1);
    expect(hash).toHaveBeenCalledTimes(100);
    expect(put).toHaveBeenCalledTimes(4);
    put.mockResolvedValue(200);
    for (const done of release) done();
    await pass(1000);
    expect(presignedNames().map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(server.sent()).toEqual(filesOf(120).map(({ name }) => name));
    expect(new Set(Object.values(states()))).toEqual(new Set(['done']));
  });

  test('takes the next files before the last ones are sent', async () => {
    const { queue, presignedNames, put } = start();
    put.mockImplementation(() => (put.mock.calls.length > 46 ? held() : Promise.resolve(200)));
    queue.add(GALLERY, filesOf(60));
    await pass();
    expect(put).toHaveBeenCalledTimes(50);
    expect(presignedNames().map(({ length }) => length)).toEqual([50, 10]);
  });

  test('takes the first 16 MB without the rest of the batch while nothing is sent', async () => {
    const { queue, presignedNames, put, hash, sent, states } = start();
    const [third, stored] = [Promise.withResolvers<null>(), Promise.withResolvers<number>()];
    hash.mockImplementation(({ name }) => (name === 'c.jpg' ? third.promise : Promise.resolve(null)));
    put.mockReturnValueOnce(stored.promise);
    queue.add(GALLERY, [file('a.jpg', 8 * MB), file('b.jpg', 8 * MB), file('c.jpg', 16 * MB), file('d.jpg', 16 * MB)]);
    await pass();
    expect(sent()).toEqual(['a.jpg', 'b.jpg']);
    // The first file is still sent.
    expect(presignedNames()).toEqual([['a.jpg', 'b.jpg']]);
    stored.resolve(200);
    await pass();
    expect(presignedNames()).toEqual([['a.jpg', 'b.jpg'], ['d.jpg']]);
    third.resolve(null);
    await pass(1000);
    expect(new Set(Object.values(states()))).toEqual(new Set(['done']));
  });

  test('sends one request at a time for a gallery, and hashes two files at a time', async () => {
    const { queue, presign, hash } = start();
    presign.mockImplementation(held);
    queue.add(GALLERY, filesOf(60));
    await pass();
    expect(presign).toHaveBeenCalledTimes(1);
    hash.mockClear();
    hash.mockImplementation(held);
    queue.add('other', filesOf(3));
    await pass();
    expect(hash).toHaveBeenCalledTimes(2);
  });

  test('keeps galleries in separate requests', async () => {
    const { queue, presign } = start();
    queue.add('a', filesOf(2));
    queue.add('b', filesOf(2));
    await pass();
    const calls = presign.mock.calls.map(([{ body }]) => [body.galleryId, body.files.length]);
    expect(calls).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
  });

  test('renews an old signature', async () => {
    const { queue, presign, put } = start();
    put.mockImplementation(held);
    queue.add(GALLERY, filesOf(1));
    await pass();
    queue.pause();
    await pass(SIGNATURE_MS - 1);
    queue.resume();
    await pass();
    expect(presign).toHaveBeenCalledTimes(1);
    queue.pause();
    await pass(1);
    queue.resume();
    await pass();
    expect(presign).toHaveBeenCalledTimes(2);
    expect(put).toHaveBeenCalledTimes(3);
  });

  test('refuses invalid files and those that the server refuses, with the reason, and sends the others', async () => {
    const { queue, presign, sent, states } = start();
    presign.mockImplementation(async ({ body: { files } }) => {
      const refused = [{ photoId: files[0]!.photoId, code: 'conflict' }];
      return signed(files.slice(1), { refused });
    });
    queue.add(GALLERY, [file('a.jpg'), file('b.jpg'), file('c.jpg', 0), file('.DS_Store')]);
    await pass(1000);
    expect(states()).toEqual({ 'a.jpg': 'conflict', 'b.jpg': 'done', 'c.jpg': 'empty' });
    expect(sent()).toHaveLength(1);
  });

  test('leaves out cancelled files, and deletes rows of registered ones', async () => {
    const { queue, presignedNames, cancel, put, idOf, states } = start();
    put.mockImplementation(held);
    queue.add(GALLERY, filesOf(3));
    queue.cancel([idOf('1.jpg')]);
    await pass();
    expect(presignedNames()).toEqual([['0.jpg', '2.jpg']]);
    expect(cancel).not.toHaveBeenCalled();
    const photoIds = [idOf('2.jpg')];
    queue.cancel(photoIds);
    expect(cancel.mock.calls).toEqual([[{ body: { galleryId: GALLERY, photoIds } }]]);
    expect(states()).toEqual({ '0.jpg': 'uploading' });
  });

  test('deletes the row of a file that is cancelled while it is registered, once the row is there', async () => {
    const { queue, presign, cancel, idOf } = start();
    let answer: () => void = () => undefined;
    presign.mockImplementation(({ body }) => new Promise((done) => (answer = () => done(signed(body.files)))));
    queue.add(GALLERY, filesOf(2));
    await pass();
    const photoIds = [idOf('1.jpg')];
    queue.cancel(photoIds);
    await pass();
    expect(cancel).not.toHaveBeenCalled();
    answer();
    await pass();
    expect(cancel.mock.calls).toEqual([[{ body: { galleryId: GALLERY, photoIds } }]]);
  });

  test('waits for the network', async () => {
    vi.stubGlobal('navigator', { locks: navigator.locks, onLine: false });
    const { queue, presign, states } = start();
    queue.add(GALLERY, filesOf(1));
    await pass(MINUTE_MS);
    expect(presign).not.toHaveBeenCalled();
    expect(states()).toEqual({ '0.jpg': 'waiting' });
    vi.stubGlobal('navigator', { locks: navigator.locks, onLine: true });
    queue.reconnected();
    await pass(1000);
    expect(states()).toEqual({ '0.jpg': 'done' });
  });
});

describe('retries', () => {
  test('repeat a request with growing delays, then leave it to the user', async () => {
    const { queue, presign, states } = start();
    presign.mockRejectedValue(new ApiError('unavailable', 503));
    queue.add(GALLERY, filesOf(2));
    await pass();
    // The first retry is not shown.
    expect(states()['0.jpg']).toBe('waiting');
    const times = [1];
    for (const delay of [500, 2000, 5000, 15_000, 30_000]) {
      await pass(delay - 1);
      times.push(presign.mock.calls.length);
      await pass(1);
      expect(presign.mock.calls.length).toBe(times.at(-1)! + 1);
      expect(states()['0.jpg']).toBe('unavailable');
    }
    await pass(600_000);
    expect(presign).toHaveBeenCalledTimes(6);
    presign.mockImplementation(async ({ body }) => signed(body.files));
    queue.retry();
    await pass(1000);
    expect(states()).toEqual({ '0.jpg': 'done', '1.jpg': 'done' });
  });

  test.each(['internal', 'unknown'])('show "Upload failed" for %s, which names no reason', async (code) => {
    const { queue, presign, states } = start();
    presign.mockRejectedValue(new ApiError(code, 500));
    queue.add(GALLERY, filesOf(1));
    await pass(600_000);
    expect(states()).toEqual({ '0.jpg': 'upload_failed' });
  });

  test('resume automatically after a lost network', async () => {
    const { queue, put, states } = start();
    put.mockResolvedValue(0);
    queue.add(GALLERY, filesOf(1));
    await pass(600_000);
    expect(put).toHaveBeenCalledTimes(6);
    expect(states()).toEqual({ '0.jpg': 'upload_failed' });
    put.mockResolvedValue(200);
    queue.reconnected();
    await pass(1000);
    expect(states()).toEqual({ '0.jpg': 'done' });
  });

  test('end with a pause, also for a file that waits for one', async () => {
    const { queue, put, states } = start();
    put.mockResolvedValue(503);
    queue.add(GALLERY, filesOf(1));
    await pass(600);
    expect(states()).toEqual({ '0.jpg': 'upload_failed' });
    queue.pause();
    await pass(MINUTE_MS);
    expect(states()).toEqual({ '0.jpg': 'paused' });
    expect(put).toHaveBeenCalledTimes(2);
  });

  test('take a file as stored whose earlier PUT arrived', async () => {
    const { queue, put, states } = start();
    put.mockResolvedValueOnce(0).mockResolvedValueOnce(412);
    queue.add(GALLERY, filesOf(1));
    await pass(1000);
    expect(states()).toEqual({ '0.jpg': 'done' });
  });
});

describe('completion', () => {
  test('reports stored files in requests of at most 50', async () => {
    const { queue, complete, completedIds } = start();
    complete.mockImplementationOnce(async ({ body }) => {
      await pass(5000);
      return settled(body.photoIds);
    });
    queue.add(GALLERY, filesOf(120));
    await pass(10_000);
    expect(completedIds().flat()).toHaveLength(120);
    expect(new Set(completedIds().flat()).size).toBe(120);
    expect(completedIds().every(({ length }) => length <= 50)).toBe(true);
    expect(completedIds().length).toBeLessThanOrEqual(4);
  });

  test('is repeated after a lost answer, without limit', async () => {
    const { queue, complete, states } = start();
    for (let times = 0; times < 8; times += 1) complete.mockRejectedValueOnce(new ApiError('network', 0));
    queue.add(GALLERY, filesOf(1));
    await pass(1000 + 3000 + 10_000 + 4 * 30_000);
    expect(states()).toEqual({ '0.jpg': 'completing' });
    await pass(MINUTE_MS);
    expect(complete).toHaveBeenCalledTimes(9);
    expect(states()).toEqual({ '0.jpg': 'done' });
  });

  test('reports a final refusal and does not repeat it', async () => {
    const { queue, complete, states } = start();
    complete.mockRejectedValue(new ApiError('forbidden', 403));
    queue.add(GALLERY, filesOf(1));
    await pass(600_000);
    expect(complete).toHaveBeenCalledTimes(1);
    expect(states()).toEqual({ '0.jpg': 'forbidden' });
  });

  test('waits for the user if storage loses a file again and again', async () => {
    const { queue, complete, put, states } = start();
    complete.mockImplementation(async ({ body: { photoIds } }) =>
      settled(photoIds, [{ photoId: photoIds[0]!, code: 'upload_missing' }]),
    );
    queue.add(GALLERY, filesOf(1));
    await pass(600_000);
    expect(put).toHaveBeenCalledTimes(5);
    expect(states()).toEqual({ '0.jpg': 'upload_failed' });
    queue.retry();
    await pass(600_000);
    expect(put).toHaveBeenCalledTimes(10);
  });

  test('asks no sooner than a server wants that is asked too often', async () => {
    const { queue, presign, complete } = start();
    const refusal = new ApiError('rate_limited', 429, { params: { retryAfter: 90 } });
    presign.mockRejectedValueOnce(refusal);
    complete.mockRejectedValueOnce(refusal);
    queue.add(GALLERY, filesOf(1));
    await pass(89_000);
    expect(presign).toHaveBeenCalledTimes(1);
    await pass(2000);
    expect([presign, complete].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
    await pass(88_000);
    expect(complete).toHaveBeenCalledTimes(1);
    await pass(3000);
    expect(complete).toHaveBeenCalledTimes(2);
  });

  test('sends a file again that storage does not have', async () => {
    const { queue, complete, put, presign, states } = start();
    complete.mockImplementationOnce(async ({ body: { photoIds } }) =>
      settled(photoIds, [{ photoId: photoIds[0]!, code: 'upload_missing' }]),
    );
    queue.add(GALLERY, filesOf(1));
    await pass(250);
    expect(states()).toEqual({ '0.jpg': 'upload_failed' });
    await pass(3000);
    expect([presign, put].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
    expect(states()).toEqual({ '0.jpg': 'done' });
  });

  test('asks about a duplicate that another window completed first', async () => {
    const { queue, complete, presign, put, cancel, states } = start();
    complete.mockImplementation(async ({ body: { photoIds } }) =>
      settled(
        [],
        photoIds.map((photoId) => ({ photoId, code: 'duplicate', sameAs: 'old.jpg' })),
      ),
    );
    queue.add(GALLERY, filesOf(1));
    await pass(250);
    expect(states()).toEqual({ '0.jpg': 'duplicate' });
    presign.mockImplementation(async ({ body: { files } }) =>
      signed([], { arrived: files.map(({ photoId }) => photoId) }),
    );
    complete.mockImplementation(async ({ body }) => settled(body.photoIds));
    queue.answerDuplicates('keep');
    await pass(250);
    expect(presign.mock.lastCall![0].body.files[0]).toMatchObject({ keepDuplicate: true });
    expect(put).toHaveBeenCalledTimes(1);
    expect(cancel).not.toHaveBeenCalled();
    expect(states()).toEqual({ '0.jpg': 'done' });
  });
});

describe('duplicates', () => {
  const sameContent = async () => ({ sha256: 'same' });

  test('are found within this window before a file is stored, within one gallery', async () => {
    const { queue, hash, put, presignedNames, states, items } = start();
    hash.mockImplementation(sameContent);
    put.mockImplementation(held);
    queue.add(GALLERY, [file('a.jpg'), file('b.jpg')]);
    queue.add('other', [file('c.jpg')]);
    await pass();
    expect(states()).toEqual({ 'a.jpg': 'uploading', 'b.jpg': 'duplicate', 'c.jpg': 'uploading' });
    expect(items()[1]).toMatchObject({ sameAs: 'a.jpg' });
    expect(presignedNames()).toEqual([['a.jpg'], ['c.jpg']]);
  });

  test('do not match the file itself or a cancelled one', async () => {
    const { queue, hash, put, idOf, states } = start();
    hash.mockImplementation(sameContent);
    put.mockResolvedValue(0);
    queue.add(GALLERY, [file('a.jpg')]);
    await pass(3000);
    queue.cancel([idOf('a.jpg')]);
    queue.add(GALLERY, [file('b.jpg')]);
    await pass();
    expect(states()).toEqual({ 'b.jpg': 'uploading' });
  });

  test('wait for the answer, which also holds for those found later', async () => {
    const { queue, presign, cancel, idOf, states } = start();
    presign.mockImplementation(async ({ body: { files } }) => {
      const known = files.filter(({ filename, keepDuplicate }) => filename < 'c' && !keepDuplicate);
      const refused = known.map(({ photoId }) => ({ photoId, code: 'duplicate', sameAs: 'old.jpg' }));
      return signed(
        files.filter((one) => !known.includes(one)),
        { refused },
      );
    });
    queue.add(GALLERY, [file('a.jpg'), file('c.jpg')]);
    await pass(1000);
    expect(states()).toEqual({ 'a.jpg': 'duplicate', 'c.jpg': 'done' });
    queue.answerDuplicates('keep');
    queue.add(GALLERY, [file('b.jpg')]);
    await pass(1000);
    expect(states()).toEqual({ 'a.jpg': 'done', 'b.jpg': 'done', 'c.jpg': 'done' });
    // The next batch asks again.
    queue.add(GALLERY, [file('a2.jpg')]);
    await pass(1000);
    const photoIds = [idOf('a2.jpg')];
    queue.answerDuplicates('skip');
    expect(states()).toMatchObject({ 'a2.jpg': 'skipped' });
    expect(cancel.mock.calls).toEqual([[{ body: { galleryId: GALLERY, photoIds } }]]);
  });

  test('are not searched for a file that cannot be hashed, and each file is hashed once', async () => {
    const { queue, hash, put, presign, states } = start();
    hash.mockResolvedValue(null);
    put.mockResolvedValueOnce(403);
    queue.add(GALLERY, filesOf(2));
    await pass(1000);
    expect(presign.mock.calls.flatMap(([{ body }]) => body.files).filter((one) => 'sha256' in one)).toEqual([]);
    expect(states()).toEqual({ '0.jpg': 'done', '1.jpg': 'done' });
    expect(hash).toHaveBeenCalledTimes(2);
  });
});

describe('a large file', () => {
  const SIZE = MULTIPART_BYTES + 1;
  const COUNT = splitIntoParts(SIZE).length;
  const multipart = (files: readonly PresignFile[], stored: readonly number[] = []): PresignAnswer => {
    const parts = splitIntoParts(SIZE).map(({ number }) => ({ number, url: `${number}`, headers: {} }));
    const missing = parts.filter(({ number }) => !stored.includes(number));
    const { partBytes } = PART_RULES;
    return signed([], { multipart: files.map(({ photoId }) => ({ photoId, partBytes, parts: missing })) });
  };

  function startLarge() {
    const started = start();
    started.presign.mockImplementation(async ({ body }) => multipart(body.files));
    return started;
  }

  test('is sent in parts, and a part that fails is sent again while others proceed', async () => {
    const { queue, put, sent, items, states } = startLarge();
    const failing = vi.fn().mockReturnValueOnce(503).mockReturnValueOnce(0).mockReturnValue(200);
    put.mockImplementation(async ({ url, body, onProgress }: StoragePut & Part) => {
      onProgress(body.size);
      return url === '2' ? (failing() as number) : 200;
    });
    queue.add(GALLERY, [file('large.jpg', SIZE)]);
    await pass(600);
    expect(sent().filter((part) => part === '2')).toHaveLength(2);
    expect(states()).toEqual({ 'large.jpg': 'uploading' });
    await pass(10_000);
    expect(sent().filter((part) => part === '2')).toHaveLength(3);
    expect(sent()).toHaveLength(COUNT + 2);
    expect(items()[0]).toMatchObject({ state: 'done', sent: SIZE });
  });

  test('counts parts that fail together as one failure', async () => {
    const { queue, put, states } = startLarge();
    put.mockResolvedValue(0);
    queue.add(GALLERY, [file('large.jpg', SIZE)]);
    await pass(600_000);
    expect(put).toHaveBeenCalledTimes(6 * 4);
    expect(states()).toEqual({ 'large.jpg': 'upload_failed' });
  });

  test('resumes after a pause with the missing parts', async () => {
    const { queue, presign, put, sent, items } = startLarge();
    put.mockImplementation(async ({ url }) => (Number(url) > 2 ? held() : 200));
    queue.add(GALLERY, [file('large.jpg', SIZE)]);
    await pass();
    queue.pause();
    expect(items()[0]).toMatchObject({ state: 'paused', sent: 2 * PART_RULES.partBytes });
    await pass();
    put.mockClear();
    put.mockResolvedValue(200);
    queue.resume();
    await pass(1000);
    expect(sent()).toEqual(['3', '4', '5', '6', '7']);
    expect(presign).toHaveBeenCalledTimes(1);
    expect(items()[0]).toMatchObject({ state: 'done' });
  });

  test('is presigned again when a URL expires, and the server names the missing parts', async () => {
    const { queue, presign, put, sent, states } = startLarge();
    put.mockImplementation(async ({ url }) => (url === '7' ? 404 : 200));
    presign.mockImplementationOnce(async ({ body }) => multipart(body.files, [1, 2, 3]));
    queue.add(GALLERY, [file('large.jpg', SIZE)]);
    await pass();
    expect(sent()).toEqual(['4', '5', '6', '7']);
    put.mockClear();
    put.mockResolvedValue(200);
    await pass(1000);
    expect(sent()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(states()).toEqual({ 'large.jpg': 'done' });
  });
});

describe('unfinished uploads', () => {
  const unfinished = (id: string, filename: string, size = 10) => ({ id, filename, size });

  test('are continued by files of the same name and size, each once', async () => {
    const { queue, items } = start();
    const same = [unfinished('a', 'IMG.jpg'), unfinished('b', 'IMG.jpg', 20), unfinished('c', 'IMG.jpg')];
    queue.add(GALLERY, [file('IMG.jpg'), file('IMG.jpg'), file('IMG.jpg'), file('img.jpg', 20)], same);
    const ids = items().map(({ photoId }) => photoId);
    expect(ids.slice(0, 2)).toEqual(['a', 'c']);
    expect(ids.slice(2).some((id) => ['a', 'b', 'c'].includes(id))).toBe(false);
  });

  test('are completed without sending if they are stored, and files that the gallery has are skipped', async () => {
    const { queue, presign, complete, items, cancel } = start();
    complete.mockImplementationOnce(async ({ body }) =>
      settled(body.photoIds, [{ photoId: 'b', code: 'upload_missing' }]),
    );
    presign.mockImplementation(async ({ body: { files } }) => {
      const known = files.filter(({ filename }) => filename === 'a.jpg');
      const refused = known.map(({ photoId }) => ({ photoId, code: 'duplicate', sameAs: 'a.jpg' }));
      return signed(
        files.filter((one) => !known.includes(one)),
        { refused },
      );
    });
    await queue.resumeFrom(
      GALLERY,
      [file('a.jpg'), file('b.jpg')],
      [unfinished('a', 'a.jpg'), unfinished('b', 'b.jpg')],
    );
    await pass(1000);
    expect(items()).toMatchObject([{ state: 'skipped' }, { photoId: 'b', state: 'done' }]);
    expect(items()[0]!.photoId).not.toBe('a');
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test('are left alone by a file with other content, which becomes a new photo', async () => {
    const { queue, presign, hash, items, cancel } = start();
    presign.mockImplementationOnce(async () => signed([], { refused: [{ photoId: 'a', code: 'content_differs' }] }));
    queue.add(GALLERY, [file('a.jpg')], [unfinished('a', 'a.jpg')]);
    await pass(1000);
    expect(items()).toMatchObject([{ filename: 'a.jpg', state: 'done' }]);
    expect(items()[0]!.photoId).not.toBe('a');
    expect(hash).toHaveBeenCalledTimes(1);
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe('a new original', () => {
  test('aborts the transfer of an unfinished one of the same photo', async () => {
    const { queue, put, items } = start();
    const signals: AbortSignal[] = [];
    put.mockImplementation(({ signal }) => {
      signals.push(signal);
      return signals.length === 1 ? held() : Promise.resolve(200);
    });
    queue.replace(GALLERY, 'a', file('first.jpg'));
    await pass();
    queue.replace(GALLERY, 'a', file('second.jpg'));
    await pass(1000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(items()).toMatchObject([{ photoId: 'a', filename: 'second.jpg', state: 'done' }]);
  });

  test('ignores late answers for another one of the same photo', async () => {
    const { queue, presign, hash, items } = start();
    const { promise, resolve } = Promise.withResolvers<PresignAnswer>();
    presign.mockReturnValueOnce(promise);
    queue.replace(GALLERY, 'a', file('first.jpg'));
    await pass();
    hash.mockImplementation(held);
    queue.replace(GALLERY, 'a', file('second.jpg'));
    resolve(signed([], { refused: [{ photoId: 'a', code: 'conflict' }] }));
    await pass(1000);
    expect(items()).toMatchObject([{ photoId: 'a', filename: 'second.jpg', state: 'waiting' }]);
  });
});

test('stopping aborts the transfers and ignores late answers', async () => {
  const { queue, put, items, complete } = start();
  const signals: AbortSignal[] = [];
  put.mockImplementation(({ signal }) => {
    signals.push(signal);
    return new Promise((done) => signal.addEventListener('abort', () => done(200)));
  });
  queue.add(GALLERY, filesOf(6));
  await pass();
  queue.stop();
  await pass(10_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
  expect(items()).toEqual([]);
  expect(complete).not.toHaveBeenCalled();
});
