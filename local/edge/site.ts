import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { siteFileHeaders } from '#functions/edge/response-headers.ts';
import { makeAnswer, type Answer } from './answer.ts';
import type { EdgeContext } from './context.ts';
import { deliver } from './deliver.ts';
import type { EdgeOptions } from './options.ts';

/** Plain segments that do not begin with a dot: such a path stays inside the folder. */
const PLAIN_PATH = /^(\/[\w@~-][\w.@~-]*)+$/;

interface KnownFile {
  version: string;
  answer: Answer;
}
const known = new WeakMap<EdgeOptions, Map<string, KnownFile>>();

/** Serves the built site's files, as the site's bucket does. */
export async function serveSite(
  context: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const answer = PLAIN_PATH.test(path) ? await fileAnswer(context, path) : undefined;
  const missing = makeAnswer(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }, 'Not found');
  await deliver(request, response, answer ?? missing);
}

async function fileAnswer(context: EdgeContext, path: string): Promise<Answer | undefined> {
  const file = join(context.options.siteDir, path);
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  const files = known.get(context.options) ?? new Map<string, KnownFile>();
  known.set(context.options, files);
  const version = `${info.mtimeMs} ${info.size}`;
  const before = files.get(path);
  if (before?.version === version) return before.answer;
  const answer = makeAnswer(200, siteFileHeaders(path), await readFile(file));
  files.set(path, { version, answer });
  return answer;
}
