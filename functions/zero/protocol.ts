import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import { parseOrThrow } from '#core/domain/values/primitives.ts';
import { violatedConstraint } from '../platform/db/database.ts';
import type { HandlerResult } from '../platform/http/handler.ts';
import { type HttpRequest, jsonDepth } from '../platform/http/request.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { currentTrace } from '../platform/observability/trace.ts';

/** zero-cache's request to transform queries; Zero validates the rest. */
export const queryBody = z.tuple([
  z.literal('transform'),
  z.array(z.looseObject({ id: z.string(), name: z.string(), args: z.array(z.json()) })),
]);

/** zero-cache's push request. */
export const pushBody = z.looseObject({
  clientGroupID: z.string().min(1),
  pushVersion: z.number(),
  timestamp: z.number(),
  requestID: z.string(),
  mutations: z.array(
    z.looseObject({
      type: z.literal('custom'),
      id: z.number(),
      clientID: z.string().min(1),
      name: z.string(),
      args: z.array(z.json()),
      timestamp: z.number(),
    }),
  ),
});

/**
 * Reads the body of a zero-cache call. Validates before Zero does, because Zero logs its errors with the arguments,
 * which are personal data.
 * @throws AppError `invalid_json`, `validation_failed`
 */
export function readBody(request: HttpRequest, schema: typeof queryBody | typeof pushBody): ReadonlyJSONValue {
  return parseOrThrow(schema, parsed(request)) as unknown as ReadonlyJSONValue;
}

/** Far deeper than any argument; a schema that checks a thousand levels exhausts the stack. */
const MAX_DEPTH = 256;

function parsed(request: HttpRequest): unknown {
  const text = Buffer.from(request.bytes).toString('utf8');
  if (jsonDepth(text) > MAX_DEPTH) throw new AppError('invalid_json');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_json');
  }
}

/** Returns a result without a response schema, because Zero's protocol has its own format. */
export function json(answer: unknown): HandlerResult<undefined> {
  return { body: undefined, json: JSON.stringify(answer) };
}

/** Public form of a failed query or mutation; Zero would expose the error's own message. */
interface PublicError {
  code: ErrorCode;
  details: ReadonlyJSONValue;
}

/**
 * Returns code and params of an expected error; logs others and returns `internal`.
 * @param unexpected collects errors to report after the transaction
 */
export function publicError(
  error: unknown,
  context: Readonly<Record<string, string>>,
  unexpected: unknown[],
): PublicError {
  if (error instanceof AppError) {
    return { code: error.code, details: JSON.parse(JSON.stringify(error.params)) as ReadonlyJSONValue };
  }
  if (isInvalidArgs(error)) return { code: 'validation_failed', details: {} };
  const refused = violatedConstraint(error) !== null;
  log(refused ? 'warn' : 'error', refused ? 'refused_by_database' : 'sync_failed', {
    ...context,
    ...describeError(error),
  });
  if (refused) return { code: 'conflict', details: {} };
  unexpected.push(error);
  return { code: 'internal', details: { trace: currentTrace() ?? '' } };
}

/** Reports the collected errors of a call. */
export async function reportAll(unexpected: readonly unknown[]): Promise<void> {
  await Promise.all(unexpected.map((error) => reportError(error)));
}

/** True for errors that Zero throws when arguments fail our schemas, before our code runs. */
export function isInvalidArgs(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  return error instanceof Error && /^Validation failed for (?:query|mutator) /.test(error.message);
}
