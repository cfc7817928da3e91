import { Server } from 'node:net';

/*
 * Preloaded into zero-cache, which listens on every interface and has no setting for it: locally it must not be
 * reachable from other machines. Plain JavaScript: TypeScript would load Node's compiler into each of its six processes.
 */
Server.prototype.listen = new Proxy(Server.prototype.listen, {
  apply(listen, server, [options, ...rest]) {
    const everywhere = options?.host === '::';
    return Reflect.apply(listen, server, [everywhere ? { ...options, host: '127.0.0.1' } : options, ...rest]);
  },
});
