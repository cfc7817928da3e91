import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/*
 * One act of a person has one trace: from the browser's request, or its mutation, over the lines of its function to the
 * outbox rows that it wrote and the lines of their effects. It is random, and says nothing about the person.
 */

const scope = new AsyncLocalStorage<string>();

/** W3C Trace Context, version 00 (https://www.w3.org/TR/trace-context/#traceparent-header). */
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
/** Letters of every trace: it is written into statements and logs. */
const TRACE = /^[\w.-]{8,64}$/;

/** Returns the trace of the act that runs; undefined outside one. */
export const currentTrace = (): string | undefined => scope.getStore();

/** Runs `work` as part of an act. */
export const withTrace = <T>(trace: string, work: () => T): T => scope.run(trace, work);

/** Returns the trace of a request: of its header `traceparent`, or a new one of 32 hexadecimal digits. */
export const requestTrace = (traceparent: string | undefined): string =>
  TRACEPARENT.exec(traceparent ?? '')?.[1] ?? randomBytes(16).toString('hex');

/**
 * Returns the trace of a mutation: its client's id, which zero-cache's log lines name too, and its number. Zero sends both
 * with each attempt, also from another page after a reload.
 */
export function mutationTrace({ clientID, id }: { clientID: string; id: number }): string {
  const trace = `${clientID}.${id}`;
  return TRACE.test(trace) ? trace : requestTrace(undefined);
}

/** Returns the statement that tells a transaction its trace, for effects that triggers write; '' outside an act. */
export function traceStatement(): string {
  const trace = currentTrace();
  return trace !== undefined && TRACE.test(trace) ? `set local albumen.trace = '${trace}'` : '';
}
