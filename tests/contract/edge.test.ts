import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { AwsV4Signer } from 'aws4fetch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageTokenPayload, type ImageTokenScope } from '#core/domain/photos/image-token.ts';
import type { EdgeOptions } from '#local/edge/options.ts';
import { startEdge, type Edge } from '#local/edge/server.ts';
import { expectLogged } from '../support/expected-log.ts';

expectLogged('GET');

const ORIGIN_SECRET = 'the-distribution-and-nobody-else';
const KEY = 'ab'.repeat(32);
const OLD_KEY = 'cd'.repeat(32);
const ACCOUNT = 'acct000000';
const GALLERY = `${ACCOUNT}ga11ery000000000`;
const FOREIGN = `0ther00000ga11ery000000000`;
const FILE = 'f11e00000000000000000000';
const NOW = Date.UTC(2026, 5, 1);

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

let edge: Edge;
let functions: Server;
let storage: Server;
let zero: Server;
let siteDir: string;
let clock: number;
/** Requests that reached each origin. */
let seen: { functions: IncomingMessage[]; storage: IncomingMessage[] };
let onFunctions: Listener;
let onStorage: Listener;

const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeEach(async () => {
  clock = NOW;
  seen = { functions: [], storage: [] };
  siteDir = mkdtempSync(join(tmpdir(), 'albumen-edge-'));
  onFunctions = (_request, response) => void response.end('from functions');
  onStorage = (_request, response) => void response.writeHead(404).end();
  functions = createServer((request, response) => (seen.functions.push(request), onFunctions(request, response)));
  storage = createServer((request, response) => (seen.storage.push(request), onStorage(request, response)));
  zero = createServer((request, response) => void response.end(`zero ${request.url}`));
  const options: EdgeOptions = {
    port: 0,
    siteDir,
    functionsUrl: await listening(functions),
    zeroUrls: { '/zero': await listening(zero) },
    storage: {
      endpoint: await listening(storage),
      region: 'eu-west-1',
      accessKeyId: 'edge',
      secretAccessKey: 'secret',
      renditionsBucket: 'renditions',
    },
    distributionId: 'EDIST',
    originSecret: ORIGIN_SECRET,
    imageTokenKeys: [KEY, OLD_KEY],
    connectOrigins: ['http://localhost:4302', 'ws://localhost:4300'],
    now: () => clock,
  };
  edge = await startEdge(options);
});

afterEach(async () => {
  await edge.close();
  for (const server of [functions, storage, zero]) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  rmSync(siteDir, { recursive: true });
});

interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends exactly this path and these headers: fetch would normalise, add and decode. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string | Buffer): Promise<Got> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port: new URL(edge.origin).port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const json = ({ body }: Got) => JSON.parse(body.toString()) as { error: { code: string; field?: string } };

function token(scope: ImageTokenScope, { exp = NOW / 1000 + 300, key = KEY } = {}): Record<string, string> {
  const payload = imageTokenPayload({ exp, scope });
  const signature = createHmac('sha256', Buffer.from(key, 'hex')).update(payload).digest('hex');
  return { cookie: `other=1; image_token=${payload}.${signature}` };
}
const forGallery = token({ kind: 'galleries', ids: [GALLERY] });

const image = (query = '', name = `${FILE}.jpg`, gallery = GALLERY) => `/api/images/${gallery}/${name}${query}`;
const picture = Buffer.from('a picture'.repeat(200));
const stored: Listener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'image/jpeg', etag: '"tag"', 'x-amz-request-id': '1' }).end(picture);

describe('images', () => {
  it('come from the bucket, by their canonical name, signed: a stored rendition never reaches a function', async () => {
    onStorage = stored;
    const got = await get(image('?width=800&quality=50'), forGallery);
    expect(got.status).toBe(200);
    expect(got.body.equals(picture)).toBe(true);
    expect(seen.storage[0]?.url).toMatch(new RegExp(`^/renditions/${GALLERY}/${FILE}/w800-q50.jpg$`));
    expect(seen.storage[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=edge/);
    expect(seen.storage[0]?.headers.cookie).toBeUndefined();
    expect(got.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(got.headers).not.toHaveProperty('x-amz-request-id');
    expect(seen.functions).toHaveLength(0);
  });

  it('require a token, also when cached', async () => {
    onStorage = stored;
    await get(image(), forGallery);
    const refused = [
      {},
      { cookie: 'image_token=nonsense' },
      token({ kind: 'galleries', ids: [FOREIGN] }),
      token({ kind: 'account', id: '0ther00000' }),
      token({ kind: 'galleries', ids: [GALLERY] }, { exp: NOW / 1000 }),
      token({ kind: 'galleries', ids: [GALLERY] }, { key: 'ef'.repeat(32) }),
      { cookie: token({ kind: 'galleries', ids: [FOREIGN] })['cookie']!.replace(FOREIGN, GALLERY) },
    ];
    for (const headers of refused) {
      const got = await get(image(), headers);
      expect([got.status, json(got).error.code]).toEqual([403, 'image_token_required']);
      expect(got.headers['cache-control']).toBe('no-store');
    }
    expect(seen.storage).toHaveLength(1);
  });

  it('accept an account token, and the key before a rotation', async () => {
    onStorage = stored;
    expect((await get(image(), token({ kind: 'account', id: ACCOUNT }))).status).toBe(200);
    // A visitor of another gallery in the same browser keeps member access.
    const foreign = token({ kind: 'galleries', ids: [FOREIGN] });
    const own = token({ kind: 'account', id: ACCOUNT });
    const both = `${foreign['cookie']}; ${own['cookie']?.replace('image_token', 'member_image_token')}`;
    expect((await get(image(), foreign)).status).toBe(403);
    expect((await get(image(), { cookie: both })).status).toBe(200);
    expect((await get(image(), token({ kind: 'galleries', ids: [FOREIGN, GALLERY] }, { key: OLD_KEY }))).status).toBe(
      200,
    );
  });

  it('are refused when the token expires', async () => {
    onStorage = stored;
    clock = NOW + 299_000;
    expect((await get(image(), forGallery)).status).toBe(200);
    clock = NOW + 300_000;
    expect((await get(image(), forGallery)).status).toBe(403);
  });

  it('have one cache key for all spellings', async () => {
    onStorage = stored;
    const spellings = [
      '?width=200&height=200&quality=50',
      '?quality=50&height=200&width=200',
      '?aspect_ratio=1%3A1&width=200&quality=50',
    ];
    for (const query of spellings) expect((await get(image(query), forGallery)).status).toBe(200);
    expect((await get(image(spellings[0]), forGallery)).headers['x-cache']).toBe('hit');
    expect(seen.storage).toHaveLength(1);
  });

  it.each([
    ['?width=0', 'width'],
    ['?width=16383', 'width'],
    ['?width=200&width=300', 'width'],
    ['?quality=101', 'quality'],
    ['?format=gif', 'format'],
    ['?sharpen=yes', 'sharpen'],
    ['?unknown=1', 'unknown'],
    ['?bust', 'bust'],
  ])('refuse %s with %s', async (query, field) => {
    const got = await get(image(query), forGallery);
    expect(got.status).toBe(400);
    expect(json(got).error).toMatchObject({ code: 'image_param_invalid', field });
    expect(seen.storage).toHaveLength(0);
  });

  it.each([
    `${FILE}.jpg/x.css`,
    `${FILE}.jpg.css`,
    `${FILE}.jpg;x.css`,
    `${FILE}.jpg%2Fx.css`,
    `${FILE}.jpg/`,
    `${FILE}.gif`,
    `../${GALLERY}/${FILE}.jpg`,
    FILE,
  ])('do not exist at %s', async (name) => {
    expect((await get(image('', name), forGallery)).status).toBe(404);
    expect(seen.storage.length + seen.functions.length).toBe(0);
  });

  it('are read-only', async () => {
    expect((await get(image(), forGallery, 'POST')).status).toBe(403);
  });

  it('are rendered once by the function if missing, also for 50 concurrent requests', async () => {
    onFunctions = (_request, response) => {
      setImmediate(() => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(image('?width=10'), forGallery)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.every(({ body }) => body.equals(picture))).toBe(true);
    expect(seen.functions).toHaveLength(1);
    expect(seen.functions[0]?.url).toBe(`/renditions/${GALLERY}/${FILE}/w10-q70.jpg`);
    expect(seen.functions[0]?.headers['x-origin-secret']).toBe(ORIGIN_SECRET);
  });

  it('pass refusals and redirects uncached', async () => {
    for (const status of [404, 422, 503, 302]) {
      onFunctions = (_request, response) => void response.writeHead(status, { 'cache-control': 'no-store' }).end('{}');
      const got = await get(image('?width=11'), forGallery);
      expect([got.status, got.headers['cache-control']]).toEqual([status, 'no-store']);
    }
    expect(seen.functions).toHaveLength(4);
  });

  it('answer 502 while storage is down', async () => {
    onStorage = (_request, response) => void response.writeHead(500).end();
    expect((await get(image(), forGallery)).status).toBe(502);
    onStorage = stored;
    expect((await get(image(), forGallery)).status).toBe(200);
  });

  it('answer range, HEAD and conditional requests', async () => {
    onStorage = stored;
    const part = await get(image(), { ...forGallery, range: 'bytes=2-8' });
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
      206,
      'picture',
      `bytes 2-8/${picture.length}`,
    ]);
    const tail = await get(image(), { ...forGallery, range: 'bytes=-7' });
    expect(tail.body.toString()).toBe('picture');
    expect((await get(image(), { ...forGallery, range: `bytes=${picture.length}-` })).status).toBe(416);
    expect((await get(image(), { ...forGallery, range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200);
    const head = await get(image(), forGallery, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(picture.length), 0]);
    const same = await get(image(), { ...forGallery, 'if-none-match': 'W/"x", "tag"' });
    expect([same.status, same.body.length, same.headers['etag']]).toEqual([304, 0, '"tag"']);
    expect(seen.storage).toHaveLength(1);
  });
});

describe('API requests', () => {
  it('carry the edge’s headers and none forged by the viewer', async () => {
    const spoofed = {
      'x-origin-secret': 'mine',
      'x-viewer-address': '1.2.3.4',
      'x-viewer-host': 'evil.example',
      'x-forwarded-for': '1.2.3.4',
      connection: 'close, x-hop',
      'x-hop': '1',
      te: 'trailers',
      'x-account-id': 'kept',
      cookie: 'a=1; b=2',
      host: 'studio.example',
    };
    await get('/api/accounts?x=%26', spoofed);
    const [call] = seen.functions;
    expect(call?.url).toBe('/api/accounts?x=%26');
    expect(call?.headers).toMatchObject({
      'x-origin-secret': ORIGIN_SECRET,
      'x-viewer-address': '127.0.0.1',
      'x-viewer-host': 'studio.example',
      'x-account-id': 'kept',
      cookie: 'a=1; b=2',
    });
    for (const name of ['x-forwarded-for', 'x-hop', 'te']) expect(call?.headers).not.toHaveProperty(name);
  });

  it('keep method, body, cookies and status', async () => {
    onFunctions = (request, response) => {
      response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain' });
      request.pipe(response);
    };
    const got = await get(
      '/api/images/token',
      { 'content-type': 'text/plain', 'content-length': '5' },
      'POST',
      'hello',
    );
    expect([got.status, got.headers['set-cookie'], got.body.toString()]).toEqual([201, ['a=1', 'b=2'], 'hello']);
    expect(seen.functions[0]?.method).toBe('POST');
  });

  it('refuse a read with a body, as CloudFront does, and keep the connections to the origin usable', async () => {
    const address = `/api/p/studio/gallery/${GALLERY}`;
    for (const [path, method] of [
      [address, 'GET'],
      ['/api/accounts', 'GET'],
      [address, 'HEAD'],
    ] as const) {
      const got = await get(path, { 'content-length': '5' }, method, 'hello');
      expect(got.status).toBe(403);
    }
    expect(seen.functions).toHaveLength(0);
    expect((await get(address, { 'content-length': '0' })).status).toBe(200);
  });

  it('answer 502 while the origin is down', async () => {
    onFunctions = (request) => void request.destroy();
    const got = await get('/api/accounts');
    expect([got.status, json(got).error.code]).toEqual([502, 'unavailable']);
  });

  it('refuse other methods', async () => {
    expect((await get('/api/accounts', {}, 'PROPFIND')).status).toBe(403);
    expect(seen.functions).toHaveLength(0);
  });
});

describe('public galleries', () => {
  const address = `/api/p/studio/gallery/${GALLERY}`;
  const answering = (headers: Record<string, string>) => {
    onFunctions = (request, response) => void response.writeHead(200, headers).end(`answer ${request.headers.cookie}`);
  };

  it('are cached for as long as their response says', async () => {
    answering({ 'cache-control': 'public, s-maxage=60' });
    expect((await get(address)).headers['x-cache']).toBe('miss');
    clock += 59_000;
    const kept = await get(`${address}?utm=1`);
    expect([kept.headers['x-cache'], kept.headers['age']]).toEqual(['hit', '59']);
    clock += 1000;
    expect((await get(address)).headers['x-cache']).toBe('miss');
    expect(seen.functions).toHaveLength(2);
    expect(seen.functions.every(({ url }) => url === address)).toBe(true);
  });

  it.each([{ 'cache-control': 'no-store' }, { 'cache-control': 'private, s-maxage=60' }, {}])(
    'are not cached with %o',
    async (headers) => {
      answering(headers as Record<string, string>);
      expect((await get(address, { cookie: 'visitor=a' })).body.toString()).toBe('answer visitor=a');
      expect((await get(address, { cookie: 'visitor=b' })).body.toString()).toBe('answer visitor=b');
    },
  );

  it('that are cacheable must not set a cookie: everybody would get it', async () => {
    answering({ 'cache-control': 's-maxage=60', 'set-cookie': 'a=1' });
    const got = await get(address);
    expect([got.status, got.headers['set-cookie']]).toEqual([502, undefined]);
  });

  it('forward the viewer’s request while nothing is cached', async () => {
    answering({ 'cache-control': 'public, s-maxage=60' });
    expect((await get(address, {}, 'HEAD')).status).toBe(200);
    expect((await get(address)).headers['x-cache']).toBe('miss');
    expect((await get(address, {}, 'HEAD')).headers['x-cache']).toBe('hit');
    expect(seen.functions.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
  });

  it('of a signed-in user are cached by token', async () => {
    answering({ 'cache-control': 'public, s-maxage=60' });
    await get(address, { authorization: 'Bearer a' });
    await get(address, { authorization: 'Bearer a' });
    expect(seen.functions).toHaveLength(2);
  });

  it('are never collapsed: two concurrent visitors get their own responses', async () => {
    answering({ 'cache-control': 'no-store' });
    const answers = await Promise.all(['a', 'b'].map((who) => get(address, { cookie: `visitor=${who}` })));
    expect(answers.map(({ body }) => body.toString())).toEqual(['answer visitor=a', 'answer visitor=b']);
  });

  const purge = async (...paths: string[]) => {
    const url = `${edge.origin}/2020-05-31/distribution/EDIST/invalidation`;
    const body = `<InvalidationBatch><Paths><Quantity>${paths.length}</Quantity><Items>${paths
      .map((path) => `<Path>${path}</Path>`)
      .join('')}</Items></Paths><CallerReference>${randomUUID()}</CallerReference></InvalidationBatch>`;
    const datetime = new Date(clock).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const keys = { accessKeyId: 'edge', secretAccessKey: 'secret', region: 'us-east-1', service: 'cloudfront' };
    const { headers } = await new AwsV4Signer({ ...keys, method: 'POST', url, body, datetime }).sign();
    const { host, pathname } = new URL(url);
    expect((await get(pathname, { ...Object.fromEntries(headers), host }, 'POST', body)).status).toBe(201);
  };

  it('are removed by a purge, by path or by prefix', async () => {
    answering({ 'cache-control': 'public, s-maxage=60' });
    for (const paths of [[address], ['/api/p/studio*']]) {
      await get(address);
      expect((await get(address)).headers['x-cache']).toBe('hit');
      await purge(...paths);
      expect((await get(address)).headers['x-cache']).toBe('miss');
    }
    await purge('/api/p/other*');
    expect((await get(address)).headers['x-cache']).toBe('hit');
  });

  it('are not stored from a response that predates the purge', async () => {
    const { promise: asked, resolve: arrived } = Promise.withResolvers<ServerResponse>();
    onFunctions = (_request, response) => arrived(response);
    const old = get(address);
    const pending = await asked;
    await purge(address);
    pending.writeHead(200, { 'cache-control': 'public, s-maxage=60' }).end('old');
    expect((await old).body.toString()).toBe('old');
    answering({});
    expect((await get(address)).body.toString()).not.toBe('old');
  });
});

describe('pages', () => {
  it('are rendered once for concurrent visitors', async () => {
    onFunctions = (_request, response) =>
      void response.writeHead(200, { 'cache-control': 'public, s-maxage=60' }).end('page');
    const pages = await Promise.all(Array.from({ length: 20 }, () => get('/p/studio')));
    expect(new Set(pages.map(({ body }) => body.toString()))).toEqual(new Set(['page']));
    expect(seen.functions).toHaveLength(1);
  });

  it('are cached by host, path and language, without query or cookies', async () => {
    onFunctions = (_request, response) =>
      void response.writeHead(200, { 'cache-control': 'public, s-maxage=10' }).end('<html>');
    const hit = async (path: string, headers: Record<string, string>) => (await get(path, headers)).headers['x-cache'];
    expect(await hit('/p/studio?utm=1', { host: 'a', 'accept-language': 'ca,en;q=0.5', cookie: 'visitor=1' })).toBe(
      'miss',
    );
    expect(await hit('/p/studio/', { host: 'a', 'accept-language': 'de, ca;q=0.9' })).toBe('hit');
    expect(await hit('/p/studio', { host: 'a', cookie: 'i18next=ca' })).toBe('hit');
    expect(await hit('/p/studio?lng=es', { host: 'a', cookie: 'i18next=ca' })).toBe('miss');
    expect(await hit('/p/studio', { host: 'b', 'accept-language': 'ca' })).toBe('miss');
    expect(seen.functions.map(({ headers }) => headers['x-language'])).toEqual(['ca', 'es', 'ca']);
    expect(seen.functions[0]?.url).toBe('/p/studio');
  });

  it('forward no other viewer input', async () => {
    await get('/p/studio', { host: 'a', cookie: 'visitor=1', authorization: 'Bearer x', 'user-agent': 'spy', te: 'x' });
    const { connection: _connection, host: _host, ...headers } = seen.functions[0]!.headers;
    expect(headers).toEqual({ 'x-viewer-host': 'a', 'x-language': '*', 'x-origin-secret': ORIGIN_SECRET });
  });

  it('keep the content security policy of their function, and no other header of it', async () => {
    const policy = "default-src 'self'; style-src 'self' 'sha256-x'";
    onFunctions = (_request, response) =>
      void response.writeHead(200, { 'content-security-policy': policy, 'x-content-type-options': 'any' }).end('page');
    const { headers } = await get('/p/studio');
    expect(headers['content-security-policy']).toBe(policy);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('have the policy header from every origin', async () => {
    onFunctions = (_request, response) =>
      void response.writeHead(404, { 'x-powered-by': 'us', server: 'us' }).end('none');
    for (const path of ['/nowhere', '/assets/none.js', image(), '/zero/none']) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).toContain("style-src 'self'; style-src-attr 'unsafe-inline';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain('http://localhost:4302 ws://localhost:4300');
      expect(headers['x-content-type-options']).toBe('nosniff');
      for (const name of ['strict-transport-security', 'x-powered-by', 'server'])
        expect(headers).not.toHaveProperty(name);
    }
  });
});

it('lets pages and mails of any origin show a logo, and nothing that is not public', async () => {
  onStorage = stored;
  const policyOf = async (path: string) => (await get(path)).headers['cross-origin-resource-policy'];
  const logo = '/api/logos/0123456789/0123456789abcdefghjk-960x120d.png';
  expect(await Promise.all([logo, image(), '/p/studio'].map(policyOf))).toEqual([
    'cross-origin',
    'same-origin',
    'same-origin',
  ]);
});

describe('the site', () => {
  const script = 'export const text = "a script that is worth compressing";\n'.repeat(100);
  beforeEach(() => {
    mkdirSync(join(siteDir, 'assets'));
    mkdirSync(join(siteDir, 'locales/en'), { recursive: true });
    writeFileSync(join(siteDir, 'assets/app-1a2b.js'), script);
    writeFileSync(join(siteDir, 'locales/en/common.json'), '{}');
    for (const worker of ['sw.js', 'gallery-sw.js']) writeFileSync(join(siteDir, worker), '//');
    writeFileSync(join(siteDir, 'index.html'), 'template');
  });

  it('is cached by browsers if its names contain a hash', async () => {
    const control = async (path: string) => (await get(path)).headers['cache-control'];
    expect(await control('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable');
    expect(await control('/locales/en/common.json')).toBe('public, max-age=3600, must-revalidate');
    for (const worker of ['/sw.js', '/gallery-sw.js']) expect(await control(worker)).toBe('no-cache');
    expect(await control('/assets/none.js')).toBe('no-store');
  });

  it('is compressed for browsers that accept it', async () => {
    const plain = await get('/assets/app-1a2b.js');
    const br = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.body.toString()).toBe(script);
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br.body).toString()).toBe(script);
    expect(br.headers['vary']).toBe('accept-encoding');
    expect((await get('/assets/app-1a2b.js', { 'if-none-match': String(br.headers['etag']) })).status).toBe(304);
  });

  it('serves nothing outside its folder', async () => {
    writeFileSync(join(siteDir, '.env'), 'secret');
    for (const path of [
      '/assets/../.env',
      '/assets/..%2F.env',
      '/assets/%2e%2e/.env',
      '/assets//.env',
      '/assets/.env',
    ]) {
      const raw = await get(path);
      expect(raw.status).toBe(404);
      expect(raw.body.toString()).not.toContain('secret');
    }
  });
});

describe('zero', () => {
  it('answers its health check, and nothing else of zero-cache', async () => {
    expect((await get('/zero/keepalive')).body.toString()).toBe('zero /keepalive');
    for (const path of ['/zero/statz', '/zero/heapz', '/zero/', '/zero/sync/v51/connect/x']) {
      expect((await get(path)).status).toBe(404);
    }
  });

  it('tunnels sockets both ways, and refuses other upgrades', async () => {
    zero.on('upgrade', (request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n');
      socket.write(`${request.url} ${request.headers['sec-websocket-protocol']} `);
      socket.pipe(socket);
    });
    const upgrade = (path: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(edge.origin).port), '127.0.0.1');
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString();
          if (text.endsWith('echo')) socket.end();
        });
        socket.on('close', () => resolve(text));
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-protocol: init\r\n\r\necho`,
        );
      });
    expect(await upgrade('/zero/sync/v51/connect?clientID=1')).toMatch(
      /^HTTP\/1\.1 101 [^]*\/zero\/sync\/v51\/connect\?clientID=1 init echo$/,
    );
    functions.on('upgrade', (request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n');
      const { 'x-origin-secret': secret, 'x-viewer-host': host } = request.headers;
      socket.write(`${request.url} ${String(secret)} ${String(host)} `);
      socket.pipe(socket);
    });
    expect(await upgrade('/ws?channel=public')).toMatch(
      new RegExp(`^HTTP/1\\.1 101 [^]*/ws\\?channel=public ${ORIGIN_SECRET} x echo$`),
    );
    expect((await get('/ws')).status).toBe(403);
    expect(await upgrade('/api/accounts')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await upgrade('/zero/statz')).toMatch(/^HTTP\/1\.1 404 /);
  });
});
