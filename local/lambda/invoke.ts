import type { Context } from 'aws-lambda';
import { randomUUID } from 'node:crypto';

/** Lambda's limit for a synchronous request and its response, in bytes of JSON: 6 MB plus the runtime's overhead. */
export const PAYLOAD_LIMIT = 6 * 1024 * 1024 + 100 * 1024;

/** A Lambda handler. */
export type Handler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

export type InvocationFailure = 'request_too_large' | 'response_too_large' | 'timed_out' | 'throttled' | 'threw';

/** An error that Lambda itself reports. */
export class InvocationError extends Error {
  readonly failure: InvocationFailure;

  constructor(functionName: string, failure: InvocationFailure, cause?: unknown) {
    super(`${functionName}: ${failure}`, { cause });
    this.name = 'InvocationError';
    this.failure = failure;
  }
}

export interface Invocation<Event, Result> {
  functionName: string;
  handler: Handler<Event, Result>;
  timeoutMs: number;
}

/**
 * Invokes a function within Lambda's limits. Event and result pass through JSON, as in Lambda. After a timeout the
 * function runs on and its result is discarded, like a sandbox frozen at its deadline.
 * @throws InvocationError
 */
export async function invoke<Event, Result>(
  { functionName, handler, timeoutMs }: Invocation<Event, Result>,
  event: Event,
): Promise<Result> {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > PAYLOAD_LIMIT) throw new InvocationError(functionName, 'request_too_large');
  const deadline = Date.now() + timeoutMs;
  const result = await inTime(functionName, timeoutMs, async () => {
    const context = contextOf(functionName, deadline);
    return await handler(JSON.parse(payload) as Event, context);
  });
  const answer = JSON.stringify(result ?? null);
  if (Buffer.byteLength(answer) > PAYLOAD_LIMIT) throw new InvocationError(functionName, 'response_too_large');
  return JSON.parse(answer) as Result;
}

async function inTime<T>(functionName: string, timeoutMs: number, run: () => Promise<T>): Promise<T> {
  const { promise: overrun, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new InvocationError(functionName, 'timed_out')), timeoutMs);
  try {
    return await Promise.race([run(), overrun]);
  } catch (error) {
    throw error instanceof InvocationError ? error : new InvocationError(functionName, 'threw', error);
  } finally {
    clearTimeout(timer);
  }
}

function contextOf(functionName: string, deadline: number): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '2048',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

/**
 * Calls of one function that run at a time: fewer than the connections of its pool (functions/platform/db/database.ts),
 * so that a call which holds one in a transaction never waits for another one behind such calls.
 */
const INSTANCES = 8;
/** Calls of one function that wait, each with at most 6 MB of body. */
const MOST_WAITING = 2000;

/**
 * Runs at most `INSTANCES` calls of a function at a time, as its instances on Lambda do with one call each. Further calls
 * wait in their order; one whose caller was given up meanwhile does not run.
 * @throws InvocationError `throttled` while too many calls wait
 */
export function withInstances<Event, Result>(
  functionName: string,
  handler: Handler<Event, Result>,
  { instances = INSTANCES, mostWaiting = MOST_WAITING } = {},
): Handler<Event, Result> {
  const waiting: (() => void)[] = [];
  let free = instances;
  return async (event, context) => {
    if (free > 0) free--;
    else {
      if (waiting.length >= mostWaiting) throw new InvocationError(functionName, 'throttled');
      // The call that ends hands its instance over.
      await new Promise<void>((turn) => waiting.push(turn));
    }
    try {
      if (context.getRemainingTimeInMillis() === 0) throw new InvocationError(functionName, 'timed_out');
      return await handler(event, context);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
