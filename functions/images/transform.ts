import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { buffer } from 'node:stream/consumers';
import { ERROR_STATUS } from '#core/api/error-status.ts';
import { AppError } from '#core/domain/errors.ts';
import { imageUrl, parseRenditionKey, queryOf } from '#core/domain/image-params.ts';
import { readEnv } from '#functions/lib/env.ts';
import { describeError, log } from '#functions/lib/log.ts';
import { reportError } from '#functions/lib/report-error.ts';
import { isAccepted } from '#functions/lib/secrets.ts';
import type { RotatingSecret } from '#functions/lib/secrets.ts';
import { bucketsFromEnv } from './buckets.ts';
import { computeRendition } from './compute-rendition.ts';
import type { RenditionRequest } from './compute-rendition.ts';
import { createDecoder } from './decoder.ts';
import type { Decoder } from './decoder.ts';
import type { Objects, StoredObject } from './objects.ts';

export type TransformDeps = {
  originals: Objects;
  renditions: Objects;
  decoder: Decoder;
  /** What the distribution adds to each request, so that nobody else's arrive. */
  originSecret: RotatingSecret;
  /** Resolves after so many milliseconds. */
  sleep: (ms: number) => Promise<unknown>;
};

type Answer = APIGatewayProxyStructuredResultV2;

/** A function answers at most 6 MB, in base64: 4 MiB become 5.6 MB, which leaves room for the rest. */
export const MAX_INLINE_BYTES = 4 * 1024 * 1024;

/** The address changes with the pixels (decisions §7). */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Answers a rendition that the bucket does not have yet. The edge has checked the image token and rewritten the
 * address to `/{galleryId}/{fileId}/{canonical}`.
 * Answers 200 with the picture, 304, 302 to the public address when it is too large to be carried or has another name
 * by now, 403 without the origin secret, 404 for anything unknown, 422 when the original cannot be decoded, 503 when it
 * takes too long.
 */
export function createTransform(deps: TransformDeps) {
  return async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    try {
      return await transform(deps, event);
    } catch (error) {
      if (error instanceof AppError) return refusal(error);
      log('error', 'transform_failed', describeError(error));
      await reportError(error, { requestId: event.requestContext.requestId });
      return refusal(new AppError('internal'));
    }
  };
}

async function transform(deps: TransformDeps, event: APIGatewayProxyEventV2): Promise<Answer> {
  if (!isAccepted(event.headers['x-origin-secret'], deps.originSecret)) throw new AppError('forbidden');
  const { method } = event.requestContext.http;
  if (method !== 'GET' && method !== 'HEAD') throw new AppError('method_not_allowed');
  const request = parseRenditionKey(event.rawPath);
  if (!request || event.rawPath[0] !== '/') throw new AppError('not_found');
  const key = event.rawPath.slice(1);
  const stored = await deps.renditions.get(key, event.headers['if-none-match']);
  if (stored) return stored === 'not_modified' ? unmodified(event) : answerStored(stored, request, method);
  const made = await computeRendition(deps, { ...request, key });
  if (made === 'stored') {
    const object = await deps.renditions.get(key);
    if (object === null || object === 'not_modified') throw new AppError('not_found');
    return answerStored(object, request, method);
  }
  if ('movedTo' in made) return redirect({ ...request, fileId: made.movedTo }, MOVED);
  return made.bytes.length > MAX_INLINE_BYTES ? redirect(request) : picture(made, method);
}

async function answerStored(stored: StoredObject, request: RenditionRequest, method: string): Promise<Answer> {
  if (stored.size > MAX_INLINE_BYTES) {
    stored.body.destroy();
    return redirect(request);
  }
  const bytes = await buffer(stored.body);
  return picture({ bytes, contentType: stored.contentType, etag: stored.etag }, method);
}

function picture(made: { bytes: Buffer; contentType: string; etag: string }, method: string): Answer {
  const headers = {
    'content-type': made.contentType,
    'content-length': made.bytes.length,
    etag: made.etag,
    'cache-control': IMMUTABLE,
    'x-content-type-options': 'nosniff',
  };
  if (method === 'HEAD') return { statusCode: 200, headers };
  return { statusCode: 200, headers, body: made.bytes.toString('base64'), isBase64Encoded: true };
}

function unmodified(event: APIGatewayProxyEventV2): Answer {
  return { statusCode: 304, headers: { etag: event.headers['if-none-match'] ?? '', 'cache-control': IMMUTABLE } };
}

/** For whoever asks, and not for long: the next name comes with the next change. */
const MOVED = 'private, max-age=60';

/** The same picture once more: by now it lies in the bucket, which answers any size. */
function redirect({ galleryId, fileId, params }: RenditionRequest, cacheControl = 'no-store'): Answer {
  const location = imageUrl(galleryId, fileId, queryOf(params));
  return { statusCode: 302, headers: { location, 'cache-control': cacheControl } };
}

function refusal({ code, params }: AppError): Answer {
  const wait = typeof params.retryAfter === 'number' ? { 'retry-after': params.retryAfter } : {};
  return {
    statusCode: ERROR_STATUS[code],
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...wait },
    body: JSON.stringify({ error: { code, message: code } }),
  };
}

/** The function on what the environment names. */
export function transformFromEnv(): ReturnType<typeof createTransform> {
  return createTransform({
    ...bucketsFromEnv(),
    decoder: createDecoder({ size: 1 }),
    originSecret: readEnv(['ORIGIN_SECRET']).ORIGIN_SECRET,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
