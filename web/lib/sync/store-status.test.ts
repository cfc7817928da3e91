import type { ConnectionState } from '@rocicorp/zero';
import { expect, it } from 'vitest';
import { errorOf, latestFailure, replicaNeed, statusOf, updateNeed } from './store-status.ts';

const CONNECTED: ConnectionState = { name: 'connected' };
const CONNECTING: ConnectionState = { name: 'connecting' };
const ERROR: ConnectionState = { name: 'error', reason: 'Out of memory' };
const DISCONNECTED: ConnectionState = { name: 'disconnected', reason: 'Connection closed because tab was hidden' };

/** Status and error message after a series of states. */
function after(...states: readonly (ConnectionState | 'late')[]): [string, string | undefined] {
  let failure: ReturnType<typeof latestFailure> = null;
  let last = CONNECTING;
  for (const state of states) {
    if (state !== 'late') last = state;
    failure = latestFailure(failure, last, state === 'late');
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
  expect(after(ERROR, CONNECTING, CONNECTED)).toEqual(['connected', undefined]);
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
])('names the update reason %s as the specification does', (type, message) => {
  expect(updateNeed({ type, message: 'Why' })).toEqual({ reason: 'version', message });
});

it.each([
  [
    { name: 'error', reason: 'No such client' },
    'Server could not find state needed to synchronize this client. No such',
  ],
  [{ name: 'error', reason: 'CVR is at version 2a' }, 'Server reported that client is ahead of server. CVR is at'],
  [CONNECTED, 'The local persistent state needed to synchronize this client has been garbage collected.'],
] as const)('names a lost replica after %j as the specification does', (state, message) => {
  expect(replicaNeed(state)).toEqual({ reason: 'replica', message: expect.stringContaining(message) });
});
