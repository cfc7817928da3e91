import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EdgeResponse } from '#functions/edge/event.ts';

/** Sends the response of an edge function. */
export function sendEdgeAnswer(request: IncomingMessage, response: ServerResponse, answer: EdgeResponse): void {
  const body = Buffer.from(answer.body ?? '');
  for (const [name, { value }] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.setHeader('content-length', body.length);
  response.writeHead(answer.statusCode).end(request.method === 'HEAD' ? undefined : body);
  request.resume();
}
