import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#core/domain/errors.ts';
import { parseOrThrow } from '#core/domain/primitives.ts';
import { violatedConstraint } from '../platform/db/database.ts';
import type { HandlerResult } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';

/** What zero-cache asks to be turned into queries; the rest is Zero's own to check. */
export const queryBody = z.tuple([
  z.literal('transform'),
  z.array(z.looseObject({ id: z.string(), name: z.string(), args: z.array(z.json()) })),
]);

/** What zero-cache pushes. */
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
 * The body of a call of zero-cache. Looked at before Zero does: its complaints go to the console with what they are
 * about, and arguments are people's data.
 * @throws AppError `invalid_json`, `validation_failed`.
 */
export function readBody(request: HttpRequest, schema: typeof queryBody | typeof pushBody): ReadonlyJSONValue {
  return parseOrThrow(schema, parsed(request)) as unknown as ReadonlyJSONValue;
}

/** Zero's values nest as deep as it likes, so the bounds of other bodies are not theirs. */
function parsed(request: HttpRequest): unknown {
  try {
    return JSON.parse(Buffer.from(request.bytes).toString('utf8'));
  } catch {
    throw new AppError('invalid_json');
  }
}

/** Zero's protocol has answers of its own, so the endpoint has no schema for them. */
export function json(answer: unknown): HandlerResult<undefined> {
  return { body: undefined, json: JSON.stringify(answer) };
}

/** What a client is told of a failed query or mutation; Zero would hand over the error's own words. */
export interface PublicError {
  code: ErrorCode;
  details: ReadonlyJSONValue;
}

/**
 * Expected failures by code and params; everything else is logged and becomes `internal`.
 * @param unexpected gathers what is to be reported, once no transaction waits for it any more
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
  return { code: 'internal', details: {} };
}

/** Reports what a call has gathered. */
export async function reportAll(unexpected: readonly unknown[]): Promise<void> {
  await Promise.all(unexpected.map((error) => reportError(error)));
}

/** Zero validates arguments with our schemas before our code runs, and throws errors of its own. */
function isInvalidArgs(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  return error instanceof Error && /^Validation failed for (?:query|mutator) /.test(error.message);
}
