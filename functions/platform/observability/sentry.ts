/*
 * Sentry without integrations, scopes and breadcrumbs. This file lists every reported field, because an error's
 * message, properties and context may contain customer data.
 */
import { defaultStackParser, makeNodeTransport, NodeClient } from '@sentry/aws-serverless';
import { isAbsolute, relative } from 'node:path';
import { stackLocations } from './telemetry.ts';
import { currentTrace } from './trace.ts';

/** Context of a report: an id to find the error in the logs, no data of the call. */
export interface ReportContext {
  readonly requestId?: string;
}

/** An error of rendering in a visitor's browser: its class and positions in our scripts, innermost first. */
export interface PageError {
  readonly type: string;
  /** `/assets/page-1a2b3c.js:1:2345` */
  readonly frames: readonly string[];
}

/** Sends reports and waits at most this many milliseconds; false if one was not delivered in time. */
export interface ReportSender {
  error(error: unknown, context: ReportContext, patienceMs: number): Promise<boolean>;
  pageError(error: PageError, patienceMs: number): Promise<boolean>;
}

interface SenderOptions {
  dsn: string;
  release?: string | undefined;
  functionName?: string | undefined;
}

type StackFrame = ReturnType<typeof defaultStackParser>[number];

/** Class names and codes; other values may be user data. */
const IDENTIFIER = /^[\w.:-]{1,64}$/;

export function createSender({ dsn, release, functionName }: SenderOptions): ReportSender {
  const client = new NodeClient({
    dsn,
    ...(release ? { release } : {}),
    integrations: [],
    stackParser: defaultStackParser,
    transport: makeNodeTransport,
    sendClientReports: false,
    includeServerName: false,
  });
  client.init();
  return {
    async error(error, { requestId }, patienceMs) {
      const code = identifierOrEmpty((error as { code?: unknown } | null)?.code);
      client.captureEvent({
        level: 'error',
        ...(functionName ? { transaction: functionName } : {}),
        tags: { function: functionName, request_id: identifierOrEmpty(requestId), trace: currentTrace(), code },
        exception: {
          values: [
            { type: errorClass(error), ...(code ? { value: code } : {}), stacktrace: { frames: appFrames(error) } },
          ],
        },
      });
      return client.flush(patienceMs);
    },
    async pageError({ type, frames }, patienceMs) {
      // Sentry wants the innermost frame last.
      const stacktrace = { frames: frames.toReversed().flatMap(pageFrame) };
      client.captureEvent({
        level: 'error',
        platform: 'javascript',
        transaction: 'public page',
        exception: { values: [{ type: identifierOrEmpty(type) ?? 'Error', stacktrace }] },
      });
      return client.flush(patienceMs);
    },
  };
}

function pageFrame(frame: string): StackFrame[] {
  const [, file, line, column] = /^(\/[\w./-]+\.js):(\d+):(\d+)$/.exec(frame) ?? [];
  return file ? [{ filename: `app://${file}`, lineno: Number(line), colno: Number(column), in_app: true }] : [];
}

function identifierOrEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined;
}

function errorClass(error: unknown): string {
  return error instanceof Error ? (identifierOrEmpty(error.name) ?? 'Error') : typeof error;
}

/** Returns the stack frames of our own code; paths match the release's source maps. */
function appFrames(error: unknown): StackFrame[] {
  if (!(error instanceof Error)) return [];
  return defaultStackParser(stackLocations(error).join('\n')).flatMap(
    ({ filename = '', function: name, lineno, colno }) => {
      const file = filename.replace(/^file:\/\//, '');
      const path = relative(process.cwd(), file);
      // Skip frames of Node, of packages, and without a file.
      if (!isAbsolute(file) || path.startsWith('..') || path.includes('node_modules/')) return [];
      return [{ filename: `app:///${path}`, function: name, lineno, colno, in_app: true } as StackFrame];
    },
  );
}
