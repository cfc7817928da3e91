import type { ConnectionState, Zero } from '@rocicorp/zero';
import { useCallback, useEffect, useState } from 'react';
import { useAsyncValue } from '../use-async-value.ts';

/** States of the store wrapper. */
export type StoreStatus = 'connecting' | 'connected' | 'disconnected' | 'error';

/** A state that the connection failed in. */
type Failure = Exclude<ConnectionState, { name: 'connected' }>;

/** Error messages of the live connection (docs/specification.md#messages); screens have their own texts. */
const MESSAGES: Record<Failure['name'], string> = {
  connecting: 'WebSocket connection error (app continues on local storage only)',
  disconnected: 'WebSocket connection error (app continues on local storage only)',
  'needs-auth': 'WebSocket connection failed',
  error: 'WebSocket connection failed',
  closed: 'WebSocket connection failed',
};

/** Status after a failure that ended in this state. Failed attempts leave the state `connecting` for a minute. */
const FAILED_STATUS: Record<Failure['name'], StoreStatus> = {
  connecting: 'disconnected',
  disconnected: 'disconnected',
  'needs-auth': 'error',
  error: 'error',
  closed: 'error',
};

/**
 * Returns the failure to show: the latest one until the store is connected, so that an attempt to reconnect does not
 * hide it; null without one. An error and a refusal last until the connection has synced, because zero-cache accepts a
 * socket before it checks token and queries.
 * @param before result for the previous state
 * @param isLate true once an attempt has lasted longer than the connect timeout
 * @param isSynced true while connected, after the first sync of this connection
 */
export function latestFailure(
  before: Failure | null,
  state: ConnectionState,
  { isLate, isSynced }: { isLate: boolean; isSynced: boolean },
): Failure | null {
  if (state.name === 'connected') return isSynced || (before && FAILED_STATUS[before.name] !== 'error') ? null : before;
  if (state.name !== 'connecting') return state;
  // Zero disconnects a hidden tab on purpose, and connects from `disconnected` to `connecting` after that only.
  if (before && before.name !== 'disconnected') return before;
  return isLate ? state : null;
}

/**
 * Follows the failures of the connection, and logs each once: an attempt that fails for the same reason is the same
 * failure.
 * @param isSynced true while connected, after the first sync of this connection
 * @param timeoutMs a connection attempt that lasts longer has failed, in milliseconds
 */
export function useFailure(state: ConnectionState, isSynced: boolean, timeoutMs: number): Failure | null {
  const isLate = useIsLate(state.name === 'connecting', timeoutMs);
  const [before, setBefore] = useState<Failure | null>(null);
  const failure = latestFailure(before, state, { isLate, isSynced });
  if (failure !== before) setBefore(failure);
  useLog(failure);
  return failure;
}

/**
 * True if the replica's database has not opened within this time, in milliseconds, until it opens. A browser waits for
 * ever while another window, or in WebKit a page that was left, holds a transaction of it; Zero then waits, too.
 */
export function useIsBlocked(zero: Pick<Zero, 'clientGroupID'>, timeoutMs: number): boolean {
  const { isLoading, error } = useAsyncValue(useCallback(() => zero.clientGroupID, [zero]));
  return useIsLate(isLoading || error !== null, timeoutMs);
}

/** True once something has been pending for this time, in milliseconds, until it is no more. */
function useIsLate(isPending: boolean, timeoutMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending, timeoutMs]);
  return isPending && isLate;
}

export function statusOf(state: ConnectionState, failure: Failure | null): StoreStatus {
  if (failure) return FAILED_STATUS[failure.name];
  return state.name === 'connected' ? 'connected' : 'connecting';
}

export function errorOf(failure: Failure | null): Error | null {
  return failure && new Error(MESSAGES[failure.name], { cause: causeOf(failure) });
}

/** Returns Zero's reason, without the body of an answer, which may name rows. */
function causeOf({ reason }: Failure): string | undefined {
  if (typeof reason !== 'object') return reason;
  return reason.type === 'zero-cache' ? reason.reason : `the ${reason.type} endpoint answered ${reason.status}`;
}

/** Logs a failure once: an attempt that fails for the same reason is the same failure. Closing a store is none. */
function useLog(failure: Failure | null): void {
  const message = failure && failure.name !== 'closed' ? MESSAGES[failure.name] : null;
  const cause = failure && causeOf(failure);
  useEffect(() => {
    // Zero disconnects a page that nobody sees.
    if (!message || document.visibilityState === 'hidden') return;
    // oxlint-disable-next-line no-console -- fixed messages; the banner has its own texts
    console.warn(message, cause);
  }, [message, cause]);
}

/** Need to reload a page before it can sync again. */
export interface ReloadNeed {
  /** Another version of the code, a replica that cannot be continued, or one whose database does not open. */
  reason: 'version' | 'replica' | 'blocked';
  /** One of the kept messages, with the server's explanation. */
  message: string;
}

/** Need of a page whose replica does not open. */
export const BLOCKED: ReloadNeed = { reason: 'blocked', message: 'The local database does not open.' };

const UPDATE_MESSAGES: Readonly<Record<string, string>> = {
  NewClientGroup: 'This client could not sync with a newer client.',
  VersionNotSupported: "The server no longer supports this client's protocol version.",
  SchemaVersionNotSupported: 'Client and server schemas incompatible.',
};

/** Errors for a page whose cookie or last mutation is newer than the server's state. */
const AHEAD_KINDS = ['InvalidConnectionRequestBaseCookie', 'InvalidConnectionRequestLastMutationID'];

/** Returns the need to reload for Zero's `onUpdateNeeded`. */
export function updateNeed({ type, message }: { type: string; message?: string }): ReloadNeed {
  return { reason: 'version', message: [UPDATE_MESSAGES[type] ?? type, message].filter(Boolean).join(' ') };
}

/**
 * Returns the need to reload for Zero's `onClientStateNotFound`, which has no arguments.
 * @param state state at that time: an error of the server has ended the connection, or this browser has collected the
 *   replica of a page that was suspended for long
 * @param kind kind of the server's latest error
 */
export function replicaNeed(state: ConnectionState | undefined, kind: string | null): ReloadNeed {
  if (state?.name !== 'error') {
    const message = 'The local persistent state needed to synchronize this client has been garbage collected.';
    return { reason: 'replica', message };
  }
  const cause = AHEAD_KINDS.includes(kind ?? '')
    ? 'Server reported that client is ahead of server.'
    : 'Server could not find state needed to synchronize this client.';
  return { reason: 'replica', message: `${cause} ${state.reason}` };
}
