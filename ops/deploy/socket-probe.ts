/**
 * Path to which clients of this release connect; the number is Zero's protocol version (PROTOCOL_VERSION of
 * @rocicorp/zero). A test compares it with the installed client.
 */
export const SYNC_PATH = '/zero/sync/v51/connect';

/**
 * Opens a WebSocket as a browser does, and closes it. Without a client's parameters zero-cache accepts and then closes
 * it with a protocol error: the acceptance proves that upgrades pass all hops.
 * @returns the problem; '' if the upgrade was accepted
 */
export function openSocket(url: string, timeoutMs: number): Promise<string> {
  return new Promise((done) => {
    const socket = new WebSocket(url);
    const end = (problem: string) => {
      clearTimeout(timer);
      done(problem);
      socket.close();
    };
    const timer = setTimeout(() => end(`no answer to the upgrade in ${timeoutMs / 1000} s`), timeoutMs);
    socket.addEventListener('open', () => end(''), { once: true });
    socket.addEventListener('error', () => end('the upgrade to a WebSocket is refused'), { once: true });
  });
}
