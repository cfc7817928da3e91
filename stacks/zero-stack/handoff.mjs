/*
 * Preloaded into zero-cache, here and in the deployment: plain JavaScript, since its image runs it as it is.
 *
 * zero-cache's dispatcher hands an upgraded socket on to a worker, with Node's `send(message, socket)`. From then until
 * the worker has confirmed it, Node goes on reading from the socket in the dispatcher and throws away what it reads. The
 * browser's first message, which says what it wants to see, arrives in that time when the dispatcher is busy: the
 * connection then stands, answers pings, and never brings a row. So reading stops before a socket is given away; its new
 * process starts it again.
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
