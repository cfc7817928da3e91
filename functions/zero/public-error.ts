import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#core/domain/errors.ts';
import { violatedConstraint } from '../lib/db.ts';
import { describeError, log } from '../lib/log.ts';
import { reportError } from '../lib/report-error.ts';

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
