import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isWebhookAddress, webhookPoster } from './post-webhook.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server and returns its URL. */
async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const local = webhookPoster({ allowsLoopback: true });

describe('a webhook', () => {
  it('posts the body with its headers', async () => {
    let seen: unknown;
    const url = await listen((request, response) => {
      request.on('data', (body: Buffer) => {
        seen = [request.method, request.headers['webhook-id'], request.headers['content-type'], body.toString()];
        response.writeHead(202).end('ok');
      });
    });
    const attempt = await local(url, { 'webhook-id': 'evt_1' }, '{"a":"ñ"}');
    expect(attempt).toEqual({ failure: null, status: 202, answer: 'ok' });
    expect(seen).toEqual(['POST', 'evt_1', 'application/json', '{"a":"ñ"}']);
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const url = await listen((_, response) => {
      requests++;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await local(url, {}, '{}')).toMatchObject({ failure: 'status', status: 302 });
    expect(requests).toBe(1);
  });

  it('reads the beginning of an endless answer', async () => {
    const url = await listen((_, response) => {
      response.writeHead(500);
      const more = (): void => void (response.destroyed || response.write('x\u0000'.repeat(40_000), more));
      more();
    });
    const attempt = await local(url, {}, '{}');
    expect(attempt).toMatchObject({ failure: 'status', status: 500 });
    expect(attempt.answer).toBe('x'.repeat(1024));
  });

  it('gives up a silent server, and a name that is not resolved', async () => {
    const url = await listen(() => undefined);
    const brief = webhookPoster({ allowsLoopback: true, timeoutMs: 50 });
    expect(await brief(url, {}, '{}')).toMatchObject({ failure: 'timeout', status: null });
    const stuck = webhookPoster({ timeoutMs: 50, lookUp: () => new Promise(() => undefined) });
    expect(await stuck('https://hooks.example', {}, '{}')).toMatchObject({ failure: 'timeout' });
  });

  it('fails at a server that switches protocols', async () => {
    const url = await listen(() => undefined);
    server!
      .on('upgrade', () => undefined)
      .on('connection', (socket) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
      });
    expect(await local(url, {}, '{}')).toEqual({ failure: 'connection', status: null, answer: null });
  });

  it('tells a closed port from an unknown name', async () => {
    const url = await listen(() => undefined);
    await new Promise((done) => server!.close(done));
    expect(await local(url, {}, '{}')).toMatchObject({ failure: 'connection' });
    const nowhere = webhookPoster({ lookUp: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await nowhere('https://hooks.example', {}, '{}')).toMatchObject({ failure: 'dns' });
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a private address beside a public one', ['93.184.216.34', '169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
  ])('refuses a name that resolves to %s', async (_, addresses) => {
    const post = webhookPoster({ lookUp: async () => addresses });
    expect(await post('https://hooks.example', {}, '{}')).toMatchObject({ failure: 'address' });
  });

  it('connects to the address that was checked', async () => {
    const port = new URL(await listen((_, response) => void response.end('reached'))).port;
    let lookups = 0;
    // A name that leads elsewhere at each look.
    const lookUp = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['192.0.2.1']);
    const post = webhookPoster({ allowsLoopback: true, lookUp });
    expect(await post(`http://hooks.example:${port}/`, {}, '{}')).toMatchObject({ failure: null, answer: 'reached' });
    expect(lookups).toBe(1);
  });

  it.each([
    'http://hooks.example/',
    'https://hooks.example:8443/',
    'https://user:password@hooks.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'ftp://hooks.example/',
    'nonsense',
  ])('refuses %s', async (url) => {
    expect(isWebhookAddress(url)).toBe(false);
    expect(await webhookPoster({ lookUp: async () => ['93.184.216.34'] })(url, {}, '{}')).toMatchObject({
      failure: 'address',
    });
  });

  it('accepts a public host', () => expect(isWebhookAddress('https://hooks.example/a?b=c')).toBe(true));
});
