import type { ConnectionState } from '@rocicorp/zero';
import { useEffect, useState } from 'react';

/** States of the store wrapper (spec §4). */
export type StoreStatus = 'connecting' | 'connected' | 'disconnected' | 'error';

/** A state that the connection failed in. */
export type Failure = Exclude<ConnectionState, { name: 'connected' }>;

/** Error messages of the live connection, exactly as in spec §8; screens have their own texts. */
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
 * hide it; null without one.
 * @param before result for the previous state
 * @param isLate true once an attempt has lasted longer than the connect timeout
 */
export function latestFailure(before: Failure | null, state: ConnectionState, isLate: boolean): Failure | null {
  if (state.name === 'connected') return null;
  if (state.name !== 'connecting') return state;
  // Zero disconnects a hidden tab on purpose, and connects from `disconnected` to `connecting` after that only.
  if (before && before.name !== 'disconnected') return before;
  return isLate ? state : null;
}

/**
 * Follows the failures of the connection.
 * @param timeoutMs a connection attempt that lasts longer has failed, in milliseconds
 */
export function useFailure(state: ConnectionState, timeoutMs: number): Failure | null {
  const isConnecting = state.name === 'connecting';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isConnecting) return;
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isConnecting, timeoutMs]);
  const [before, setBefore] = useState<Failure | null>(null);
  const failure = latestFailure(before, state, isConnecting && isLate);
  if (failure !== before) setBefore(failure);
  return failure;
}

export function statusOf(state: ConnectionState, failure: Failure | null): StoreStatus {
  if (failure) return FAILED_STATUS[failure.name];
  return state.name === 'connected' ? 'connected' : 'connecting';
}

export function errorOf(failure: Failure | null): Error | null {
  return failure && new Error(MESSAGES[failure.name], { cause: failure.reason });
}

/** Need to reload a page before it can sync again. */
export interface ReloadNeed {
  /** Another version of the code, or a replica that cannot be continued. */
  reason: 'version' | 'replica';
  /** Exactly as in spec §8, with the server's explanation. */
  message: string;
}

const UPDATE_MESSAGES: Readonly<Record<string, string>> = {
  NewClientGroup: 'This client could not sync with a newer client.',
  VersionNotSupported: "The server no longer supports this client's protocol version.",
  SchemaVersionNotSupported: 'Client and server schemas incompatible.',
};

/** Returns the need to reload for Zero's `onUpdateNeeded`. */
export function updateNeed({ type, message }: { type: string; message?: string }): ReloadNeed {
  return { reason: 'version', message: [UPDATE_MESSAGES[type] ?? type, message].filter(Boolean).join(' ') };
}

/**
 * Returns the need to reload for Zero's `onClientStateNotFound`, which has no arguments.
 * @param state state at that time: an error of the server has ended the connection, or this browser has collected the
 *   replica of a page that was suspended for long
 */
export function replicaNeed(state: ConnectionState | undefined): ReloadNeed {
  if (state?.name !== 'error') {
    const message = 'The local persistent state needed to synchronize this client has been garbage collected.';
    return { reason: 'replica', message };
  }
  // zero-cache 1.9 answers so to a page whose cookie is newer than its own state.
  const cause = state.reason.includes('CVR is at version')
    ? 'Server reported that client is ahead of server.'
    : 'Server could not find state needed to synchronize this client.';
  return { reason: 'replica', message: `${cause} ${state.reason}` };
}
