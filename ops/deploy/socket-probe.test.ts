import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { openSocket, SYNC_PATH } from './socket-probe.ts';

/** Longer than any test, so that it never elapses. */
const PATIENT_MS = MINUTE_MS;
/** RFC 6455, section 1.3. */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

describe('openSocket', () => {
  let server: Server;
  let sockets: Duplex[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await new Promise((closed) => server.close(closed));
  });

  async function serving(answer: (request: IncomingMessage, socket: Duplex) => void): Promise<string> {
    server = createServer((_, response) => response.end('alive'));
    server.on('upgrade', (request, socket) => {
      sockets.push(socket);
      // The peer may close first.
      socket.on('error', () => socket.destroy());
      answer(request, socket);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}${SYNC_PATH}`;
  }

  function accept(request: IncomingMessage, socket: Duplex): void {
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${HANDSHAKE}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
    );
  }

  it('reports no problem when the socket is accepted, whatever follows', async () => {
    const url = await serving((request, socket) => {
      accept(request, socket);
      // A close frame with code 1002: zero-cache's response to a client without parameters.
      socket.write(Buffer.from([0x88, 0x02, 0x03, 0xea]));
    });
    expect(await openSocket(url, PATIENT_MS)).toBe('');
  });

  it.each(['403 Forbidden', '404 Not Found', '502 Bad Gateway', '200 OK'])(
    'reports a response of %s',
    async (status) => {
      const url = await serving((_, socket) => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`));
      expect(await openSocket(url, PATIENT_MS)).toBe('the upgrade to a WebSocket is refused');
    },
  );

  it('reports a closed connection and a wrong handshake', async () => {
    const cut = await serving((_, socket) => socket.destroy());
    expect(await openSocket(cut, PATIENT_MS)).toMatch(/refused/);
    await new Promise((closed) => server.close(closed));
    const foreign = await serving((request, socket) => {
      request.headers['sec-websocket-key'] = 'of somebody else';
      accept(request, socket);
    });
    expect(await openSocket(foreign, PATIENT_MS)).toMatch(/refused/);
  });

  it('times out without a response', async () => {
    const url = await serving(() => undefined);
    expect(await openSocket(url, 50)).toBe('no answer to the upgrade in 0.05 s');
  });
});

it('uses the path of the installed client', () => {
  const client = fileURLToPath(
    new URL('../../node_modules/@rocicorp/zero/out/zero-client/src/client/zero.js', import.meta.url),
  );
  expect(readFileSync(client, 'utf8')).toContain(`\`${SYNC_PATH.replace('/zero', '')}\``);
});
