import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import { WIDE_FACTOR } from '#core/domain/studio/request-limits.ts';
import type { ImageFormat, ImageParams } from '#core/domain/photos/image-params.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { networkTiers } from '../platform/http/network-prefix.ts';
import type { EncodedImage } from './decoder/protocol.ts';
import type { Decoder } from './decoder/decoder.ts';
import {
  isRedirect,
  loadWatermark,
  pointerKey,
  readPointer,
  type RedirectPointer,
  resolveFileId,
  type SourcePointer,
} from './rendition-source.ts';
import type { Objects, PutOptions } from './s3-objects.ts';

/*
 * Fifty first requests run in fifty sandboxes, so the lock is an object: `{key}.lock`, created with If-None-Match. If
 * an image cannot be decoded, the lock stores the reason: waiting requests fail immediately, and nobody decodes it
 * again until the lock is stale.
 */
const WORKING = 'working';

/** ETags are digests, so each holder needs a unique body to recognise its lock. */
const newLockBody = () => `${WORKING} ${randomUUID()}`;

/** Longer than queueing and decoding take together (28 s), so a lock of this age belongs to a dead holder. */
const STALE_MS = 30_000;

type LockState = { etag: string } | { failed: ErrorCode } | 'busy' | 'gone';

/** Tries once to acquire the lock of `key`. `etag` is the ETag to release with. */
export async function acquireLock(renditions: Objects, key: string, staleMs = STALE_MS): Promise<LockState> {
  const lock = lockKey(key);
  const etag = await renditions.put(lock, newLockBody(), { contentType: 'text/plain', ifNoneMatch: '*' });
  if (etag !== null) return { etag };
  const other = await renditions.get(lock);
  if (other === null || other === 'not_modified') return 'gone';
  const state = await text(other.body);
  if (other.ageMs < staleMs) return state.startsWith(WORKING) ? 'busy' : { failed: state as ErrorCode };
  // If several see a stale lock, the condition lets only one replace it.
  const taken = await renditions.put(lock, newLockBody(), { contentType: 'text/plain', ifMatch: other.etag });
  return taken === null ? 'busy' : { etag: taken };
}

/** Releases the lock if it is still ours. */
async function releaseLock(renditions: Objects, key: string, etag: string): Promise<void> {
  const current = await renditions.head(lockKey(key));
  if (current?.etag === etag) await renditions.remove(lockKey(key));
}

/** Stores the reason for waiting requests. */
async function failLock(renditions: Objects, key: string, etag: string, code: ErrorCode): Promise<void> {
  await renditions.put(lockKey(key), code, { contentType: 'text/plain', ifMatch: etag });
}

function lockKey(key: string): string {
  return `${key}.lock`;
}

export type RenditionRequest = { galleryId: string; fileId: string; params: ImageParams };

/** A rendition that was just computed. */
type ComputedRendition = { bytes: EncodedImage; contentType: string; etag: string };

type Deps = {
  originals: Objects;
  renditions: Objects;
  decoder: Decoder;
  sleep: (ms: number) => Promise<unknown>;
};
type KeyedRequest = RenditionRequest & { key: string };

/** Below the 30 s after which the distribution stops waiting for an origin. */
const MAX_WAIT_MS = 25_000;
const FIRST_PAUSE_MS = 40;
const MAX_PAUSE_MS = 800;

const CONTENT_TYPES: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
};

/** The image has another file id now; renditions under this one are no longer computed. */
type MovedRendition = { movedTo: string };

/** Renditions are immutable, like their URLs. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * Computes a missing rendition, or waits until another request has stored it (then `stored`).
 * @throws AppError `not_found` for an unknown image, its failure if it cannot be decoded, `unavailable` after 25 s
 */
export async function computeRendition(
  deps: Deps,
  request: KeyedRequest,
): Promise<ComputedRendition | 'stored' | MovedRendition> {
  const pointer = await findSource(deps.renditions, request);
  if ('movedTo' in pointer) return pointer;
  let pause = FIRST_PAUSE_MS;
  for (let waited = 0; waited < MAX_WAIT_MS; waited += pause, pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const lock = await acquireLock(deps.renditions, request.key);
    if (typeof lock === 'object' && 'failed' in lock) throw new AppError(lock.failed);
    if (typeof lock === 'object') return computeLocked(deps, request, pointer, lock.etag);
    if (lock === 'busy') await deps.sleep(pause);
    if (await deps.renditions.head(request.key)) return 'stored';
  }
  throw new AppError('unavailable', { retryAfter: 1 });
}

/**
 * Returns the pointer of a rendition that may be computed, or where the image has moved.
 * @throws AppError `not_found`, `image_param_invalid`
 */
async function findSource(renditions: Objects, request: RenditionRequest): Promise<SourcePointer | MovedRendition> {
  const pointer = await readPointer(renditions, pointerKey(request.galleryId, request.fileId));
  if (!pointer || isRedirect(pointer)) return movedTo(renditions, request, pointer);
  if (canEvadeWatermark(request.params, pointer))
    throw new AppError('image_param_invalid', { parameter: 'aspect_ratio' });
  return pointer;
}

/** Renditions that one network may have computed at a time without being stored: six a minute. */
const UNSTORED_AT_A_TIME = { count: 3, ms: STALE_MS };
/** Renditions of one network a day that are stored for a day, because they are too large for a response. */
export const LARGE_A_DAY = { count: 10, ms: DAY_MS };

/**
 * Computes a rendition that no page asks for (see `isStored`) without storing it, or stores it for a day if it has more
 * than `maxBytes`. Each one occupies a lock of the visitor's network until the lock is stale, so a visitor has a few a
 * minute, and a few large ones a day, in all sandboxes together.
 * @throws AppError as `computeRendition`, and `rate_limited`
 */
export async function computeUnstored(
  deps: Pick<Deps, 'originals' | 'renditions' | 'decoder'>,
  request: KeyedRequest,
  viewerIp: string,
  maxBytes: number,
): Promise<ComputedRendition | MovedRendition> {
  const pointer = await findSource(deps.renditions, request);
  if ('movedTo' in pointer) return pointer;
  await takeTurns(deps.renditions, viewerIp, '', UNSTORED_AT_A_TIME);
  const bytes = await decode(deps, request.params, pointer);
  if (bytes.length > maxBytes) {
    await takeTurns(deps.renditions, viewerIp, '/large', LARGE_A_DAY);
    return store(deps.renditions, request, bytes, { expires: true });
  }
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, contentType: CONTENT_TYPES[request.params.format], etag };
}

/** Takes a turn of each network that the address counts for. @throws AppError `rate_limited` */
async function takeTurns(renditions: Objects, viewerIp: string, kind: string, turns: { count: number; ms: number }) {
  for (const [wide, network] of networkTiers(viewerIp).entries()) {
    const count = wide ? turns.count * WIDE_FACTOR : turns.count;
    await takeTurn(renditions, `limits/${hashToken(network!)}${kind}`, { ...turns, count });
  }
}

/** Occupies one of `count` locks for `ms`. @throws AppError `rate_limited` if all are taken */
async function takeTurn(renditions: Objects, prefix: string, { count, ms }: { count: number; ms: number }) {
  for (let turn = 0; turn < count; turn++) {
    const lock = await acquireLock(renditions, `${prefix}/${turn}`, ms);
    if (typeof lock === 'object' && 'etag' in lock) return;
  }
  throw new AppError('rate_limited', { retryAfter: ms / 1000 });
}

/** Longer side in pixels up to which a watermarked image may be cropped: a thumbnail on a dense screen. */
const MAX_WATERMARKED_CROP = 600;

/**
 * Refuses large crops of watermarked photos: each crop has its watermark in its own corner, so overlapping crops could
 * be joined into a clean image. A tiled watermark covers everything.
 */
function canEvadeWatermark({ width, height }: ImageParams, { watermark }: SourcePointer): boolean {
  if (!watermark || watermark.layout.isTiled || width === null || height === null) return false;
  return Math.max(width, height) > MAX_WATERMARKED_CROP;
}

/** Returns the redirect to the current file id. @throws AppError `not_found` if there is none */
async function movedTo(
  renditions: Objects,
  { galleryId }: RenditionRequest,
  sign: RedirectPointer | null,
): Promise<MovedRendition> {
  const name = sign && (await resolveFileId(renditions, galleryId, sign));
  if (!name) throw new AppError('not_found');
  return { movedTo: name };
}

async function computeLocked(deps: Deps, request: KeyedRequest, pointer: SourcePointer, lockEtag: string) {
  const { renditions } = deps;
  let failure: ErrorCode | null = null;
  try {
    // The previous holder may have finished between our lookup and our lock.
    if (await renditions.head(request.key)) return 'stored';
    return await computeAndStore(deps, request, pointer);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable' && error.code !== 'not_found') failure = error.code;
    throw error;
  } finally {
    if (failure) await failLock(renditions, request.key, lockEtag, failure);
    else await releaseLock(renditions, request.key, lockEtag);
  }
}

async function computeAndStore(
  deps: Deps,
  request: KeyedRequest,
  pointer: SourcePointer,
): Promise<ComputedRendition | MovedRendition> {
  return store(deps.renditions, request, await decode(deps, request.params, pointer));
}

async function store(
  renditions: Objects,
  request: KeyedRequest,
  bytes: EncodedImage,
  options: Pick<PutOptions, 'expires'> = {},
): Promise<ComputedRendition | MovedRendition> {
  const { key, params } = request;
  const contentType = CONTENT_TYPES[params.format];
  const etag = await renditions.put(key, bytes, { contentType, cacheControl: CACHE_CONTROL, ...options });
  // If the image was deleted or renamed meanwhile, remove the rendition: its prefix was emptied before this object was
  // stored and will not be emptied again.
  const current = await readPointer(renditions, pointerKey(request.galleryId, request.fileId));
  if (!current || isRedirect(current)) {
    await renditions.remove(key);
    return movedTo(renditions, request, current);
  }
  return { bytes, contentType, etag: etag ?? '' };
}

async function decode(
  { originals, decoder }: Pick<Deps, 'originals' | 'decoder'>,
  params: ImageParams,
  { originalKey, type, focal, rotation, background, watermark }: SourcePointer,
): Promise<EncodedImage> {
  const open = async () => {
    const original = await originals.get(originalKey);
    if (original === null || original === 'not_modified') throw new AppError('not_found');
    return original;
  };
  const style = { rotation, background, layout: watermark?.layout ?? null };
  const watermarkBytes = watermark && (await loadWatermark(originals, watermark.imageKey));
  const job = { kind: 'rendition' as const, open, watermark: watermarkBytes, type, params, focal, ...style };
  return (await decoder.run<'rendition'>(job)).bytes;
}
