import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { fromViewer, zeroRequest } from '#functions/edge/api-request.ts';
import { errorResponse, isResponse } from '#functions/edge/event.ts';
import { findBehaviour, findTenantBehaviour } from '#functions/edge/route.ts';
import { endToEnd } from './answer.ts';
import { contextOf, type EdgeContext, functionHeaders } from './context.ts';
import { sendEdgeAnswer } from './edge-answer.ts';
import { askOrigin } from './origin.ts';
import { pathOf, toViewerEvent } from './viewer-event.ts';

/** The balancer's idle timeout in milliseconds. */
const IDLE_MS = HOUR_MS;
/** CloudFront's. */
const LIVE_IDLE_MS = 10 * MINUTE_MS;
const CONNECT_MS = 10_000;

/** `/ws` without an upgrade: API Gateway refuses. */
export async function serveLive(
  _context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  sendEdgeAnswer(viewer, response, errorResponse(403, 'forbidden', 'This is a socket.'));
}

/** URL of the zero-cache that a path is about; undefined for a group that does not exist. */
const zeroUrlOf = ({ options }: EdgeContext, viewer: IncomingMessage): string | undefined =>
  options.zeroUrls[/^\/[^/]*/.exec(viewer.url ?? '')?.[0] ?? ''];

/** `/zero/*` and `/zero-1/*` without an upgrade: the health check. */
export async function serveZero(
  context: EdgeContext,
  viewer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = zeroRequest(toViewerEvent(viewer));
  if (isResponse(result)) return sendEdgeAnswer(viewer, response, result);
  const zeroUrl = zeroUrlOf(context, viewer);
  if (!zeroUrl) return sendEdgeAnswer(viewer, response, errorResponse(404, 'not_found', 'Not found.'));
  const answer = await askOrigin({ url: zeroUrl + pathOf(result), method: result.method });
  response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), 'cache-control': 'no-store' });
  await pipeline(answer, response);
}

/** Upgrades: a tunnel to zero-cache or to the functions' socket, a refusal for other paths. */
export function tunnel(context: EdgeContext, viewer: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  const own = contextOf(context, viewer);
  if (!own) return refuse(socket, '421 Misdirected Request');
  const target = targetOf(own, viewer);
  if (!target) return refuse(socket, '404 Not Found');
  const upgrade = { connection: 'Upgrade', upgrade: viewer.headers.upgrade ?? 'websocket' };
  const outgoing = httpRequest(target.url, { headers: { ...target.headers, ...upgrade }, timeout: CONNECT_MS });
  outgoing.once('timeout', () => outgoing.destroy(new Error('the origin did not answer')));
  outgoing.once('error', () => refuse(socket, '502 Bad Gateway'));
  outgoing.once('response', ({ statusCode, statusMessage }) => refuse(socket, `${statusCode} ${statusMessage}`));
  outgoing.once('upgrade', (answer, origin, firstBytes) => {
    const lines = [`HTTP/1.1 101 Switching Protocols`];
    for (let i = 0; i < answer.rawHeaders.length; i += 2)
      lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    if (firstBytes.length > 0) socket.write(firstBytes);
    if (head.length > 0) origin.write(head);
    origin.setTimeout(target.idleMs, () => origin.destroy());
    origin.on('error', () => socket.destroy());
    // Closes both ends together: a half-open socket would look alive.
    origin.once('close', () => socket.destroy());
    socket.once('close', () => origin.destroy());
    origin.pipe(socket).pipe(origin);
  });
  outgoing.end();
}

function targetOf(own: EdgeContext, viewer: IncomingMessage) {
  const event = toViewerEvent(viewer);
  const { options, isTenant } = own;
  const behaviour = (isTenant ? findTenantBehaviour : findBehaviour)(event.request.uri);
  if (behaviour === 'live') {
    const request = fromViewer(event);
    const headers = functionHeaders(own, viewer, request);
    return { url: options.functionsUrl + pathOf(request), headers, idleMs: LIVE_IDLE_MS };
  }
  const zeroUrl = behaviour === 'zero' && zeroUrlOf(own, viewer);
  const result = zeroUrl && zeroRequest(event);
  if (!result || isResponse(result)) return null;
  return { url: zeroUrl + pathOf(result), headers: endToEnd(viewer.headers), idleMs: IDLE_MS };
}

function refuse(socket: Duplex, status: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
