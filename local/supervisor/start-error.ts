import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** Why it cannot start, in words for the person at the terminal; `cause` is for the log. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
  }
}

/**
 * What to print of a failure: never a stack. The stack of an unforeseen error, and what a StartError was caused by, are
 * appended to `logs/start.log` of the data folder.
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
