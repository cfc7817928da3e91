import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** A failed start, with a message for the terminal; `cause` is logged. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
  }
}

/**
 * Returns the text to print for a failure, never a stack. Appends the stack of an unexpected error, and the cause of a
 * StartError, to `logs/start.log` of the data folder.
 */
export function describeFailure(error: unknown, dataDir?: string): string {
  const isForeseen = error instanceof StartError;
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const sentence = isForeseen ? error.message : `Albumen cannot start: ${reason.replace(/[.:]$/, '')}.`;
  const details = isForeseen ? error.cause : error;
  if (details === undefined || dataDir === undefined) return sentence;
  const log = join(dataDir, 'logs', 'start.log');
  try {
    appendFileSync(log, `${new Date().toISOString()} ${typeof details === 'string' ? details : inspect(details)}\n`);
    return `${sentence}\nMore is in ${log}.`;
  } catch {
    return sentence;
  }
}
