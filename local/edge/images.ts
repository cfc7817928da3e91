import { AwsClient } from 'aws4fetch';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EdgeRequest, isResponse } from '#functions/edge/event.ts';
import { imageRequest, imageResponse, ogRequest } from '#functions/edge/image-request.ts';
import { type Answer, asSeenByViewers, makeAnswer, sharedTtl } from './answer.ts';
import { cacheKey } from './cache.ts';
import type { EdgeContext } from './context.ts';
import { deliver } from './deliver.ts';
import { sendEdgeAnswer } from './edge-answer.ts';
import { askOrigin, collect, OriginError } from './origin.ts';
import { toViewerEvent } from './viewer-event.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** `/api/images/*`: checks the token, then tries cache, bucket and transform function in turn. */
export async function serveImage(
  context: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const event = toViewerEvent(request);
  const result = await imageRequest(event, context.runtime);
  if (isResponse(result)) return sendEdgeAnswer(request, response, result);
  const key = cacheKey(result.uri);
  const hit = context.cache.get(key);
  const fetch = async () => (await fromBucket(context, result.uri)) ?? (await fromTransform(context, result));
  const answer =
    hit?.answer ?? (await context.cache.collapsed(key, fetch, ({ status }) => (status === 200 ? YEAR_S : 0)));
  await deliver(request, response, await asSeenByViewers(answer, imageResponse), hit?.age);
}

/** `/og/*`: Open Graph images, only from the bucket. */
export async function serveOpenGraph(
  context: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = ogRequest(toViewerEvent(request));
  if (isResponse(result)) return sendEdgeAnswer(request, response, result);
  const key = cacheKey(result.uri);
  const hit = context.cache.get(key);
  const missing = makeAnswer(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }, 'Not found');
  const fetch = async () => (await fromBucket(context, result.uri)) ?? missing;
  await deliver(request, response, hit?.answer ?? (await context.cache.collapsed(key, fetch, sharedTtl)), hit?.age);
}

/** Origin access control: signs the request for the bucket, which is closed to everyone else. */
async function fromBucket({ options }: EdgeContext, uri: string): Promise<Answer | undefined> {
  const { endpoint, renditionsBucket, region, accessKeyId, secretAccessKey } = options.storage;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const { url, headers } = await signer.sign(`${endpoint}/${renditionsBucket}${uri}`);
  const answer = await collect(await askOrigin({ url, headers: Object.fromEntries(headers) }));
  // A bucket that cannot be listed answers 403 for a missing object.
  if (answer.status === 403 || answer.status === 404) return undefined;
  if (answer.status >= 500) throw new OriginError(502);
  return answer;
}

async function fromTransform({ options }: EdgeContext, { uri, headers: given }: EdgeRequest): Promise<Answer> {
  const headers = {
    'x-origin-secret': options.originSecret,
    'x-viewer-address': given['x-viewer-address']?.value ?? '',
  };
  return collect(await askOrigin({ url: `${options.functionsUrl}/renditions${uri}`, headers }));
}
