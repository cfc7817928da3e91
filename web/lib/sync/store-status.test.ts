import type { ConnectionState } from '@rocicorp/zero';
import { expect, it } from 'vitest';
import { errorOf, latestFailure, replicaNeed, statusOf, updateNeed } from './store-status.ts';

const CONNECTED: ConnectionState = { name: 'connected' };
const CONNECTING: ConnectionState = { name: 'connecting' };
const ERROR = { name: 'error', reason: 'Out of memory' } as const satisfies ConnectionState;
const REFUSED = {
  name: 'needs-auth',
  reason: { type: 'zero-cache', reason: 'Failed to decode auth token' },
} as const satisfies ConnectionState;
const DISCONNECTED: ConnectionState = { name: 'disconnected', reason: 'Connection closed because tab was hidden' };

/** Status and error message after a series of states. */
function after(...states: readonly (ConnectionState | 'late' | 'synced')[]): [string, string | undefined] {
  let failure: ReturnType<typeof latestFailure> = null;
  let last = CONNECTING;
  for (const state of states) {
    if (typeof state !== 'string') last = state;
    failure = latestFailure(failure, last, { isLate: state === 'late', isSynced: state === 'synced' });
  }
  return [statusOf(last, failure), errorOf(failure)?.message];
}

const OFFLINE = 'WebSocket connection error (app continues on local storage only)';

it('reports a connection that lasts longer than the connect timeout as disconnected, until it is connected', () => {
  expect(after(CONNECTING)).toEqual(['connecting', undefined]);
  expect(after(CONNECTING, 'late', CONNECTING)).toEqual(['disconnected', OFFLINE]);
  expect(after(CONNECTING, 'late', DISCONNECTED)).toEqual(['disconnected', OFFLINE]);
  expect(after(CONNECTING, 'late', CONNECTED, CONNECTING)).toEqual(['connecting', undefined]);
});

it('keeps an error while the store reconnects', () => {
  expect(after(CONNECTED, ERROR, CONNECTING)).toEqual(['error', 'WebSocket connection failed']);
  expect(after(ERROR, CONNECTING, CONNECTED, 'synced')).toEqual(['connected', undefined]);
});

it('keeps a refusal until the connection has synced: the server accepts a socket before it checks the token', () => {
  const refused = ['error', 'WebSocket connection failed'];
  expect(after(CONNECTED, 'synced', REFUSED)).toEqual(refused);
  expect(after(REFUSED, CONNECTING, 'late', CONNECTED)).toEqual(refused);
  expect(after(REFUSED, CONNECTING, CONNECTED, REFUSED, CONNECTING, CONNECTED)).toEqual(refused);
  expect(after(REFUSED, CONNECTING, CONNECTED, 'synced')).toEqual(['connected', undefined]);
});

it('names the cause of a failure without the body of an answer', () => {
  expect(errorOf(ERROR)?.cause).toBe('Out of memory');
  expect(errorOf(REFUSED)?.cause).toBe('Failed to decode auth token');
  const reason = { type: 'query', status: 401, body: 'a row' } as const;
  expect(errorOf({ name: 'needs-auth', reason })?.cause).toBe('the query endpoint answered 401');
});

it('reports no failure once a hidden tab connects again', () => {
  expect(after(CONNECTED, DISCONNECTED, CONNECTING)).toEqual(['connecting', undefined]);
});

it('reports a closed store as an error', () => {
  expect(after({ name: 'closed', reason: 'closed' })).toEqual(['error', 'WebSocket connection failed']);
});

it.each([
  ['NewClientGroup', 'This client could not sync with a newer client. Why'],
  ['VersionNotSupported', "The server no longer supports this client's protocol version. Why"],
  ['SchemaVersionNotSupported', 'Client and server schemas incompatible. Why'],
])('keeps the message of the update reason %s', (type, message) => {
  expect(updateNeed({ type, message: 'Why' })).toEqual({ reason: 'version', message });
});

it.each([
  ['error', 'ClientNotFound', 'Server could not find state needed to synchronize this client. Why'],
  ['error', 'InvalidConnectionRequestBaseCookie', 'Server reported that client is ahead of server. Why'],
  ['error', 'InvalidConnectionRequestLastMutationID', 'Server reported that client is ahead of server. Why'],
  ['connected', null, 'The local persistent state needed to synchronize this client has been garbage collected.'],
] as const)('keeps the message of a lost replica in the state %s after %s', (name, kind, message) => {
  expect(replicaNeed({ name, reason: 'Why' }, kind)).toEqual({ reason: 'replica', message });
});
