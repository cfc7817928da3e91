import { consoleLogSink } from '@rocicorp/logger';
import { expect, it, vi } from 'vitest';
import { createZeroLog } from './zero-log.ts';

it('remembers the kind of the server’s latest error and logs as Zero does', () => {
  const logged = vi.spyOn(consoleLogSink, 'log').mockReturnValue();
  const { sink, latestKind } = createZeroLog();
  expect(latestKind()).toBeNull();
  const error = Object.assign(new Error('Why'), { name: 'ProtocolError', kind: 'ClientNotFound' });
  sink.log('error', { wsid: 'a' }, 'ClientNotFound', error);
  sink.log('error', undefined, 'Failed to connect', new Error('closed'));
  expect(latestKind()).toBe('ClientNotFound');
  expect(logged.mock.calls).toEqual([
    ['error', { wsid: 'a' }, 'ClientNotFound', error],
    ['error', undefined, 'Failed to connect', new Error('closed')],
  ]);
});
