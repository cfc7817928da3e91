import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { reportRequest } from '#functions/edge/api-request.ts';
import { isResponse } from '#functions/edge/event.ts';
import type { EdgeContext } from './context.ts';
import { sendEdgeAnswer } from './edge-answer.ts';
import { headersOf, pathOf, toViewerEvent } from './viewer-event.ts';

/** Page of the latest reports, as JSON. */
export const REPORTS_PATH = '/__reports';

/** Reports that are kept. */
const KEPT = 500;

const reports: { to: 'usage' | 'errors'; path: string; headers: Record<string, string>; body: string }[] = [];

/** Replaces PostHog and Sentry: keeps what they would get, and sends it nowhere. */
async function keep(to: 'usage' | 'errors', viewer: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = reportRequest(toViewerEvent(viewer));
  if (isResponse(request)) return sendEdgeAnswer(viewer, response, request);
  const { 'content-type': type = '', cookie = '' } = headersOf(request);
  reports.push({ to, path: pathOf(request), headers: { type, cookie }, body: await text(viewer) });
  reports.splice(0, reports.length - KEPT);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end('{"status":1}');
}

export const serveUsage = (_: EdgeContext, viewer: IncomingMessage, response: ServerResponse) =>
  keep('usage', viewer, response);
export const serveErrors = (_: EdgeContext, viewer: IncomingMessage, response: ServerResponse) =>
  keep('errors', viewer, response);

export function serveReports(response: ServerResponse): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(200, headers).end(JSON.stringify(reports));
}
