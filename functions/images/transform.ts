import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { buffer } from 'node:stream/consumers';
import { ERROR_STATUS } from '#core/api/error-status.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { imageUrl, parseRenditionKey, toQueryString } from '#core/domain/photos/image-params.ts';
import { isStored } from '#core/domain/photos/stored-renditions.ts';
import { isAccepted, type RotatingSecret } from '../platform/auth/secrets.ts';
import { readEnv } from '../platform/env.ts';
import { errorText } from '../platform/http/error-text.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { computeRendition, computeUnstored, type RenditionRequest } from './compute-rendition.ts';
import { createDecoder, type Decoder } from './decoder/decoder.ts';
import { UNSTORED_DEADLINE_MS } from './decoder/limits.ts';
import { bucketsFromEnv, type Objects, type StoredObject } from './s3-objects.ts';

type TransformDeps = {
  originals: Objects;
  renditions: Objects;
  decoder: Decoder;
  /** For renditions that no page asks for: they never occupy the other decoder. */
  unstoredDecoder: Decoder;
  /** Secret that the distribution adds to each request; others are refused. */
  originSecret: RotatingSecret;
  /** Resolves after this many milliseconds. */
  sleep: (ms: number) => Promise<unknown>;
};

type TransformResponse = APIGatewayProxyStructuredResultV2;

/** A Lambda response has at most 6 MB, in base64: 4 MiB become 5.6 MB, which leaves room for the rest. */
export const MAX_INLINE_BYTES = 4 * 1024 * 1024;

/** The URL changes with the pixels (docs/decisions/images.md). */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Returns a rendition that is not in the bucket yet. The edge has checked the image token and rewritten the path to
 * `/{galleryId}/{fileId}/{canonical}`.
 * Responds 200 with the image, 304, 302 to the public URL if the image is too large for a response or has another file
 * id, 403 without the origin secret, 404 for unknown images, 422 if the original cannot be decoded, 429 for too many
 * renditions that no page asks for, 503 if it takes too long.
 */
export function createTransform(deps: TransformDeps) {
  return async (event: APIGatewayProxyEventV2): Promise<TransformResponse> => {
    try {
      return await transform(deps, event);
    } catch (error) {
      if (error instanceof AppError) return errorResponse(error);
      log('error', 'transform_failed', describeError(error));
      await reportError(error, { requestId: event.requestContext.requestId });
      return errorResponse(new AppError('internal'));
    }
  };
}

async function transform(deps: TransformDeps, event: APIGatewayProxyEventV2): Promise<TransformResponse> {
  if (!isAccepted(event.headers['x-origin-secret'], deps.originSecret)) throw new AppError('forbidden');
  const { method } = event.requestContext.http;
  if (method !== 'GET' && method !== 'HEAD') throw new AppError('method_not_allowed');
  const request = parseRenditionKey(event.rawPath);
  if (!request || event.rawPath[0] !== '/') throw new AppError('not_found');
  const key = event.rawPath.slice(1);
  const stored = await deps.renditions.get(key, event.headers['if-none-match']);
  if (stored) return stored === 'not_modified' ? notModified(event) : respondWithStored(stored, request, method);
  const unstored = { ...deps, decoder: deps.unstoredDecoder };
  const computed = isStored(request.params)
    ? await computeRendition(deps, { ...request, key })
    : await computeUnstored(unstored, { ...request, key }, viewerIpOf(event), MAX_INLINE_BYTES);
  if (computed === 'stored') {
    const object = await deps.renditions.get(key);
    if (object === null || object === 'not_modified') throw new AppError('not_found');
    return respondWithStored(object, request, method);
  }
  if ('movedTo' in computed) return redirect({ ...request, fileId: computed.movedTo }, REDIRECT_CACHE_CONTROL);
  if (computed.bytes.length <= MAX_INLINE_BYTES) return imageResponse(computed, method);
  return redirect(request);
}

/** The visitor's IP address; the edge adds it. */
function viewerIpOf({ headers, requestContext }: APIGatewayProxyEventV2): string {
  return headers['x-viewer-address'] ?? requestContext.http.sourceIp;
}

async function respondWithStored(
  stored: StoredObject,
  request: RenditionRequest,
  method: string,
): Promise<TransformResponse> {
  if (stored.size > MAX_INLINE_BYTES) {
    stored.body.destroy();
    return redirect(request);
  }
  const bytes = await buffer(stored.body);
  return imageResponse({ bytes, contentType: stored.contentType, etag: stored.etag }, method);
}

function imageResponse(
  computed: { bytes: Buffer; contentType: string; etag: string },
  method: string,
): TransformResponse {
  const headers = {
    'content-type': computed.contentType,
    'content-length': computed.bytes.length,
    etag: computed.etag,
    'cache-control': IMMUTABLE,
    'x-content-type-options': 'nosniff',
  };
  if (method === 'HEAD') return { statusCode: 200, headers };
  return { statusCode: 200, headers, body: computed.bytes.toString('base64'), isBase64Encoded: true };
}

function notModified(event: APIGatewayProxyEventV2): TransformResponse {
  return { statusCode: 304, headers: { etag: event.headers['if-none-match'] ?? '', 'cache-control': IMMUTABLE } };
}

/** Short and private: the next style change gives another file id. */
const REDIRECT_CACHE_CONTROL = 'private, max-age=60';

/** Redirects to the same URL: the rendition is in the bucket now, which serves any size. */
function redirect({ galleryId, fileId, params }: RenditionRequest, cacheControl = 'no-store'): TransformResponse {
  const location = imageUrl(galleryId, fileId, toQueryString(params));
  return { statusCode: 302, headers: { location, 'cache-control': cacheControl } };
}

function errorResponse({ code, params }: AppError): TransformResponse {
  const wait = typeof params.retryAfter === 'number' ? { 'retry-after': params.retryAfter } : {};
  return {
    statusCode: ERROR_STATUS[code],
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...wait },
    body: JSON.stringify({ error: { code, message: errorText(code) } }),
  };
}

/** Creates the function from the environment. */
export function transformFromEnv(): ReturnType<typeof createTransform> {
  return createTransform({
    ...bucketsFromEnv(),
    decoder: createDecoder({ size: 1 }),
    unstoredDecoder: createDecoder({ size: 1, deadlineMs: UNSTORED_DEADLINE_MS }),
    originSecret: readEnv(['ORIGIN_SECRET']).ORIGIN_SECRET,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
