import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '#core/domain/errors.ts';
import { parseOrThrow } from '#core/domain/validation.ts';
import type { HandlerResult } from '../lib/http.ts';
import type { HttpRequest } from '../lib/request.ts';

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
