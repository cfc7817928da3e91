import { consoleLogSink } from '@rocicorp/logger';
import { Zero } from '@rocicorp/zero';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { schema } from '#core/zero/schema.ts';
import { replicaNeed } from './store-status.ts';
import { createZeroLog } from './zero-log.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A class of sockets whose server answers each with this error. */
function refusingSockets(kind: string) {
  return class extends EventTarget {
    readonly protocol = '';
    readonly url: string;
    constructor(url: string) {
      super();
      this.url = url;
      setTimeout(() => {
        this.dispatchEvent(new Event('open'));
        const data = JSON.stringify(['error', { kind, message: 'Why', origin: 'zeroCache' }]);
        this.dispatchEvent(new MessageEvent('message', { data }));
      });
    }
    send() {}
    close() {}
  };
}

it.each([
  ['InvalidConnectionRequestLastMutationID', 'Server reported that client is ahead of server. Why'],
  ['InvalidConnectionRequestBaseCookie', 'Server reported that client is ahead of server. Why'],
  ['ClientNotFound', 'Server could not find state needed to synchronize this client. Why'],
])('tells the kind %s of the error that ends a store of Zero', async (kind, message) => {
  const logged = vi.spyOn(consoleLogSink, 'log').mockReturnValue();
  vi.stubGlobal('WebSocket', refusingSockets(kind));
  const { sink, latestKind } = createZeroLog();
  expect(latestKind()).toBeNull();
  const lost = Promise.withResolvers<ReturnType<typeof replicaNeed>>();
  const zero: Pick<Zero, 'connection' | 'close'> = new Zero({
    schema,
    userID: 'ana',
    context: undefined,
    cacheURL: 'https://albumen.test/zero',
    kvStore: 'mem',
    logSink: sink,
    onClientStateNotFound: (): void => lost.resolve(replicaNeed(zero.connection.state.current, latestKind())),
  });
  onTestFinished(() => zero.close());
  expect(await lost.promise).toEqual({ reason: 'replica', message });
  expect(logged.mock.calls.some(([level, , text]) => level === 'error' && String(text).startsWith(kind))).toBe(true);
});
