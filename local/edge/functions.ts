import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { apiRequest, publicApiRequest } from '#functions/edge/api-request.ts';
import { errorAnswer } from '#functions/edge/errors.ts';
import type { EdgeRequest } from '#functions/edge/event.ts';
import { pageRequest } from '#functions/edge/page-request.ts';
import { endToEnd, sharedTtl } from './answer.ts';
import { cacheKey } from './cache.ts';
import { functionHeaders, type EdgeContext } from './context.ts';
import { deliver } from './deliver.ts';
import { sendEdgeAnswer } from './edge-answer.ts';
import { askOrigin, collect } from './origin.ts';
import { pathOf, toViewerEvent } from './viewer-event.ts';

const reads = (request: EdgeRequest) => request.method === 'GET' || request.method === 'HEAD';

/** `/api/*`: passed on as it is, bodies streamed both ways, nothing kept. */
export async function serveApi(context: EdgeContext, viewer: IncomingMessage, response: ServerResponse): Promise<void> {
  await passOn(context, viewer, response, apiRequest(toViewerEvent(viewer)));
}

/** `/api/p/*`: reads are kept as long as the answer allows; a bearer token makes it somebody's own. */
export async function servePublicApi(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = publicApiRequest(toViewerEvent(viewer));
  const ownAnswer = request.headers['authorization'] !== undefined || Object.keys(request.querystring).length > 0;
  if (!reads(request) || ownAnswer) return passOn(context, viewer, response, request);
  await serveKept(context, viewer, response, request, cacheKey(request.uri));
}

/** What the function host serves beside API and pages: each has an address of its own where it is deployed. */
const HOST_PATH = /^\/(?:__|renditions(?:\/|$))/;

/** Everything else: the page function, by host, path and language. */
export async function servePage(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = pageRequest(toViewerEvent(viewer));
  if (HOST_PATH.test(request.uri)) {
    return sendEdgeAnswer(viewer, response, errorAnswer(404, 'not_found', 'Not found.'));
  }
  if (!reads(request)) {
    return sendEdgeAnswer(viewer, response, errorAnswer(405, 'method_not_allowed', 'Pages can only be read.'));
  }
  const { 'x-viewer-host': host, 'x-language': language } = request.headers;
  await serveKept(context, viewer, response, request, cacheKey(request.uri, host?.value ?? '', language?.value ?? ''));
}

async function serveKept(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
  request: EdgeRequest,
  key: string,
): Promise<void> {
  const hit = context.cache.get(key);
  // Never collapsed: what two visitors ask at once may turn out to be meant for one of them.
  const fetch = async () => {
    const {
      range: _range,
      'if-none-match': _etag,
      'if-modified-since': _since,
      ...headers
    } = functionHeaders(context, viewer, request);
    return collect(await askOrigin({ url: context.options.functionsUrl + pathOf(request), headers }));
  };
  const answer = hit?.answer ?? (await context.cache.fetched(key, fetch, sharedTtl));
  await deliver(viewer, response, answer, hit?.age);
}

async function passOn(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
  request: EdgeRequest,
): Promise<void> {
  const hasBody = viewer.headers['content-length'] !== undefined || viewer.headers['transfer-encoding'] !== undefined;
  const answer = await askOrigin({
    url: context.options.functionsUrl + pathOf(request),
    method: request.method,
    headers: functionHeaders(context, viewer, request),
    ...(hasBody ? { body: viewer } : {}),
  });
  response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
  await pipeline(answer, response);
}
