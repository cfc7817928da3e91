import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { EdgeContext } from './context.ts';

export const PURGE_PATH = '/__purge';

const body = z.strictObject({ paths: z.array(z.string().startsWith('/')).max(3000) });

/** `POST /__purge {paths}`: CloudFront's invalidation. Only for who knows the distribution's secret. */
export async function servePurge(
  context: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given = Buffer.from(String(request.headers['x-origin-secret'] ?? ''));
  const secret = Buffer.from(context.options.originSecret);
  if (given.length !== secret.length || !timingSafeEqual(given, secret)) {
    response.writeHead(404, { 'content-length': 0 }).end();
    return void request.resume();
  }
  const parsed = body.safeParse(parseJson(await text(request)));
  if (parsed.success) context.cache.purge(parsed.data.paths);
  response.writeHead(parsed.success ? 204 : 400).end();
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
