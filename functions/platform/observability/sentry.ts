/*
 * Sentry without its automatisms: no integration, no scope, no breadcrumb. What leaves the house is written down here,
 * field by field, because an error's message, its properties and what surrounds it may hold a customer's values.
 */
import { defaultStackParser, makeNodeTransport, NodeClient } from '@sentry/aws-serverless';
import { isAbsolute, relative } from 'node:path';
import { stackLocations } from './telemetry.ts';

/** What is told of a failure beside the error: an id to find it by in the logs, never anything of the call itself. */
export interface ReportContext {
  readonly requestId?: string;
}

/** Tells of an error and waits at the most so many milliseconds; false when it was not delivered in that time. */
export type SendReport = (error: unknown, context: ReportContext, patienceMs: number) => Promise<boolean>;

export interface SenderOptions {
  dsn: string;
  release?: string | undefined;
  functionName?: string | undefined;
}

type StackFrame = ReturnType<typeof defaultStackParser>[number];

/** Names of classes and codes: whatever looks otherwise is somebody's text. */
const IDENTIFIER = /^[\w.:-]{1,64}$/;

export function createSender({ dsn, release, functionName }: SenderOptions): SendReport {
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
  return async (error, { requestId }, patienceMs) => {
    const code = identifierOrEmpty((error as { code?: unknown } | null)?.code);
    client.captureEvent({
      level: 'error',
      ...(functionName ? { transaction: functionName } : {}),
      tags: { function: functionName, request_id: identifierOrEmpty(requestId), code },
      exception: {
        values: [
          { type: errorClass(error), ...(code ? { value: code } : {}), stacktrace: { frames: appFrames(error) } },
        ],
      },
    });
    return client.flush(patienceMs);
  };
}

function identifierOrEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined;
}

function errorClass(error: unknown): string {
  return error instanceof Error ? (identifierOrEmpty(error.name) ?? 'Error') : typeof error;
}

/** Where in our own code it happened; paths as Sentry finds them in the release's source maps. */
function appFrames(error: unknown): StackFrame[] {
  if (!(error instanceof Error)) return [];
  return defaultStackParser(stackLocations(error).join('\n')).flatMap(
    ({ filename = '', function: name, lineno, colno }) => {
      const file = filename.replace(/^file:\/\//, '');
      const path = relative(process.cwd(), file);
      // Node's own, a package's, and what has no file at all.
      if (!isAbsolute(file) || path.startsWith('..') || path.includes('node_modules/')) return [];
      return [{ filename: `app:///${path}`, function: name, lineno, colno, in_app: true } as StackFrame];
    },
  );
}
