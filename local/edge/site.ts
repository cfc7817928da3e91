import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { makeAnswer, type Answer } from './answer.ts';
import type { EdgeContext } from './context.ts';
import { deliver } from './deliver.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** No segment begins with a dot, nothing is encoded: a path of these letters stays inside the folder. */
const PLAIN_PATH = /^(\/[\w@~-][\w.@~-]*)+$/;

interface KnownFile {
  version: string;
  answer: Answer;
}
const known = new WeakMap<EdgeContext, Map<string, KnownFile>>();

/** The built SPA's files, as the site's bucket has them. */
export async function serveSite(
  context: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const answer = reads && PLAIN_PATH.test(path) ? await fileAnswer(context, path) : undefined;
  const missing = makeAnswer(
    reads ? 404 : 405,
    { 'content-type': 'text/plain', 'cache-control': 'no-store' },
    'Not found',
  );
  await deliver(request, response, answer ?? missing);
}

async function fileAnswer(context: EdgeContext, path: string): Promise<Answer | undefined> {
  const file = join(context.options.siteDir, path);
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  const files = known.get(context) ?? new Map<string, KnownFile>();
  known.set(context, files);
  const version = `${info.mtimeMs} ${info.size}`;
  const before = files.get(path);
  if (before?.version === version) return before.answer;
  const headers = {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': keepFor(path),
  };
  const answer = makeAnswer(200, headers, await readFile(file));
  files.set(path, { version, answer });
  return answer;
}

/** Names under assets carry a hash of their content; the rest may change with the next deployment. */
function keepFor(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // A service worker that is kept cannot be replaced.
  if (path === '/sw.js') return 'no-cache';
  return 'public, max-age=3600, must-revalidate';
}
