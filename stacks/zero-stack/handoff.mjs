/*
 * Preloaded into zero-cache, locally and in the deployment: plain JavaScript, since its image runs it without a build.
 *
 * zero-cache's dispatcher passes an upgraded socket to a worker with Node's `send(message, socket)`. Until the worker
 * confirms it, Node continues to read from the socket in the dispatcher and discards the data. If the dispatcher is
 * busy, the browser's first message, which requests its queries, arrives in that time: the connection then stays open
 * and answers pings, but never delivers a row. So this module stops reading before a socket is passed on; its new
 * process starts again.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const sendingQuietly = (send) =>
  new Proxy(send, {
    apply(target, child, args) {
      const handle = args[1]?._handle;
      if (handle?.reading) {
        handle.reading = false;
        handle.readStop();
      }
      return Reflect.apply(target, child, args);
    },
  });

childProcess.fork = new Proxy(childProcess.fork, {
  apply(fork, self, args) {
    const child = Reflect.apply(fork, self, args);
    child.send = sendingQuietly(child.send);
    return child;
  },
});
syncBuiltinESMExports();
