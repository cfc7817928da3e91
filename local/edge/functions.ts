import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { apiRequest, publicApiRequest } from '#functions/edge/api-request.ts';
import { type EdgeRequest, errorResponse, isResponse } from '#functions/edge/event.ts';
import { ownPageRequest, pageRequest } from '#functions/edge/page-request.ts';
import { pageResponse } from '#functions/edge/page-response.ts';
import { type Answer, asSeenByViewers, endToEnd, sharedTtl } from './answer.ts';
import { cacheKey } from './cache.ts';
import { type EdgeContext, functionHeaders } from './context.ts';
import { deliver } from './deliver.ts';
import { sendEdgeAnswer } from './edge-answer.ts';
import { askOrigin, collect, OriginError } from './origin.ts';
import { pathOf, toViewerEvent } from './viewer-event.ts';

const reads = (request: EdgeRequest) => request.method === 'GET' || request.method === 'HEAD';

/** A request to the functions. */
interface Outgoing {
  request: EdgeRequest;
  headers: Record<string, string>;
}

/** `/api/*`: forwarded unchanged, bodies streamed both ways, not cached. */
export async function serveApi(context: EdgeContext, viewer: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = apiRequest(toViewerEvent(viewer));
  if (isResponse(request)) return sendEdgeAnswer(viewer, response, request);
  await passOn(context, viewer, response, { request, headers: functionHeaders(context, viewer, request) });
}

/** `/api/p/*`: GET is cached as the response allows; requests with a bearer token are not. */
export async function servePublicApi(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = publicApiRequest(toViewerEvent(viewer));
  if (isResponse(request)) return sendEdgeAnswer(viewer, response, request);
  const outgoing = { request, headers: functionHeaders(context, viewer, request) };
  const ownAnswer = request.headers['authorization'] !== undefined || Object.keys(request.querystring).length > 0;
  if (!reads(request) || ownAnswer) return passOn(context, viewer, response, outgoing);
  await serveKept(context, viewer, response, outgoing, cacheKey(request.uri));
}

/** Paths of the function host beside API and pages; deployed, each has its own host. */
const HOST_PATH = /^\/(?:__|api\/|ws\/|renditions(?:\/|$))/;

/** All other paths: the page function, which gets host, path, language and what redirects keep of the query. */
export async function servePage(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = (context.isTenant ? ownPageRequest : pageRequest)(toViewerEvent(viewer));
  if (isResponse(request)) return sendEdgeAnswer(viewer, response, request);
  if (HOST_PATH.test(request.uri)) {
    return sendEdgeAnswer(viewer, response, errorResponse(404, 'not_found', 'Not found.'));
  }
  const host = request.headers['x-viewer-host']?.value ?? '';
  const language = request.headers['x-language']?.value ?? '';
  const query = request.headers['x-query']?.value ?? '';
  const headers = {
    'x-viewer-host': host,
    'x-language': language,
    ...(query && { 'x-query': query }),
    'x-origin-secret': context.options.originSecret,
  };
  const key = cacheKey(request.uri, host, language, query);
  const adapt = (answer: Answer) => asSeenByViewers(answer, (event) => pageResponse(event, context.runtime));
  await serveKept(context, viewer, response, { request, headers }, key, adapt);
}

async function serveKept(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
  outgoing: Outgoing,
  key: string,
  /** Applies the viewer-response function. */
  adapt?: (answer: Answer) => Promise<Answer>,
): Promise<void> {
  const hit = context.cache.get(key);
  // An uncached HEAD is forwarded, since a response without body cannot be cached; a page's is fetched whole.
  if (!hit && viewer.method === 'HEAD' && !adapt) return passOn(context, viewer, response, outgoing);
  // Pages are collapsed, as CloudFront does: their function is told nothing of the visitor. The API's responses to
  // concurrent requests may each be private to one visitor.
  const { cache } = context;
  const fetch = () => fetchWhole(context, outgoing);
  const answer =
    hit?.answer ?? (await (adapt ? cache.collapsed(key, fetch, sharedTtl) : cache.fetched(key, fetch, sharedTtl)));
  await deliver(viewer, response, adapt ? await adapt(answer) : answer, hit?.age);
}

async function fetchWhole(context: EdgeContext, { request, headers }: Outgoing): Promise<Answer> {
  const { range: _range, 'if-none-match': _etag, 'if-modified-since': _since, ...rest } = headers;
  const answer = await collect(await askOrigin({ url: context.options.functionsUrl + pathOf(request), headers: rest }));
  // CloudFront would store the cookie with the response and send it to every visitor.
  if (sharedTtl(answer) > 0 && answer.headers['set-cookie']) {
    throw new OriginError(502, new Error('a cookie in an answer that may be kept'));
  }
  return answer;
}

async function passOn(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
  { request, headers }: Outgoing,
): Promise<void> {
  const hasBody = viewer.headers['content-length'] !== undefined || viewer.headers['transfer-encoding'] !== undefined;
  const answer = await askOrigin({
    url: context.options.functionsUrl + pathOf(request),
    method: request.method,
    headers,
    ...(hasBody ? { body: viewer } : {}),
  });
  response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
  await pipeline(answer, response);
}
