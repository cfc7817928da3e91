import { type Handler, InvocationError } from './invoke.ts';

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
