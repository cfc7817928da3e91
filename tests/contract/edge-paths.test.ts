import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEdge, type Edge } from '#local/edge/server.ts';

const GALLERY = 'acct000000ga11ery000000000';
const FILE = 'f11e00000000000000000000';
const OG = `/og/${GALLERY}/${'t'.repeat(43)}.jpg`;

let edge: Edge;
let origin: Server;
/** Method and path of requests that passed the edge, to functions or storage. */
let passed: string[];

beforeEach(async () => {
  passed = [];
  origin = createServer((request, response) => {
    passed.push(`${request.method} ${request.url}`);
    response.end('secret');
  });
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  edge = await startEdge({
    port: 0,
    siteDir: tmpdir(),
    functionsUrl: url,
    zeroUrls: { '/zero': url },
    storage: { endpoint: url, region: 'x', accessKeyId: 'x', secretAccessKey: 'x', renditionsBucket: 'renditions' },
    distributionId: 'EDIST',
    originSecret: 'the-distribution-and-nobody-else',
    imageTokenKeys: ['ab'.repeat(32)],
    connectOrigins: [],
    hosts: ['127.0.0.1', 'localhost'],
  });
});

afterEach(async () => {
  await edge.close();
  origin.closeAllConnections();
  await new Promise((done) => origin.close(done));
});

/** Requests exactly this path: fetch would normalise it. */
function ask(path: string, method = 'GET', host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(edge.origin);
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, path, method, agent: false, ...(host ? { headers: { host } } : {}) },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode!));
      },
    );
    outgoing.once('error', reject).end();
  });
}

describe('paths', () => {
  it.each([
    `/og/../${GALLERY}/${FILE}/source.json`,
    `/og/%2e%2E/${GALLERY}/${FILE}/w800-q50.jpg`,
    `/og/..\\${GALLERY}/${FILE}/w800-q50.jpg`,
    '/og/../../originals/',
    `/og/../archives/${GALLERY}/${FILE}/1.zip`,
    `/og/%2e%2e/watermarks/${GALLERY}/${FILE}`,
    '/og/../',
    `/site/../${GALLERY}/${FILE}/w800-q50.jpg`,
    `/api/p/x/../../../renditions/${GALLERY}/${FILE}/w800-q50.jpg`,
    '/api/x/../../__events/s3',
  ])('refuse dot segments and their encodings: %s', async (path) => {
    expect(await ask(path)).toBe(404);
    expect(passed).toEqual([]);
  });

  it.each([`/og/${GALLERY}/${FILE}/source.json`, '/og/', `/og/${GALLERY}/short.jpg`])(
    'of link previews have one form: not %s',
    async (path) => {
      expect(await ask(path)).toBe(404);
      expect(passed).toEqual([]);
    },
  );

  it('of link previews reach the bucket', async () => {
    expect(await ask(OG)).toBe(200);
    expect(passed).toEqual([`GET /renditions${OG}`]);
  });

  it.each([
    ['GET', `/renditions/${GALLERY}/${FILE}/w800-q50.jpg`],
    ['GET', '/__events/s3'],
    ['GET', '/__health'],
  ])('of function hosts are no pages: %s %s', async (method, path) => {
    expect(await ask(path, method)).toBe(404);
    expect(passed).toEqual([]);
  });

  it.each(['/p/studio', OG, '/assets/app.js', '/__events/s3', '/zero/keepalive', `/api/images/${GALLERY}/${FILE}.jpg`])(
    'that are read-only refuse other methods: %s',
    async (path) => {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect(await ask(path, method)).toBe(403);
      expect(passed).toEqual([]);
    },
  );
});

describe('host names', () => {
  it.each(['evil.example', 'evil.example:4300', 'localhost.evil.example', 'localhost@evil.example'])(
    'of others are misdirected: %s',
    async (host) => {
      for (const path of ['/', '/p/studio', '/api/p/studio', '/assets/app.js', '/zero/keepalive', OG]) {
        expect([path, await ask(path, 'GET', host)]).toEqual([path, 421]);
      }
      expect(passed).toEqual([]);
    },
  );

  it('are accepted with any port and case', async () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:4300']) expect(await ask(OG, 'GET', host)).toBe(200);
  });
});
