import { Server } from 'node:net';

/*
 * Preloaded into zero-cache, which listens on every interface and has no setting for it: locally it must not be
 * reachable from other machines.
 */
type Listen = (...args: unknown[]) => Server;

Server.prototype.listen = new Proxy(Reflect.get(Server.prototype, 'listen') as Listen, {
  apply(listen, server: Server, [options, ...rest]: unknown[]): Server {
    const everywhere = typeof options === 'object' && options !== null && 'host' in options && options.host === '::';
    return Reflect.apply(listen, server, [everywhere ? { ...options, host: '127.0.0.1' } : options, ...rest]);
  },
});
