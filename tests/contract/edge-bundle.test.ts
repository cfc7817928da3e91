import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { EdgeResult, ViewerRequestEvent } from '#functions/edge/event.ts';
import { imageTokenPayload } from '#core/domain/image-token.ts';
import { bundleEdgeFunction, EDGE_FUNCTIONS } from '../support/edge-bundle.ts';

/** CloudFront's limit of a function's code. */
const LIMIT_BYTES = 10 * 1024;

/** What the runtime has no trace of; a function that names one of these fails at the edge, not in a test of its logic. */
const MISSING = [
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'Intl',
  'fetch',
  'process',
  'require',
  'setTimeout',
  'setInterval',
  'structuredClone',
  'Proxy',
  'WeakMap',
  'eval',
];

const KEY = '5a'.repeat(32);
const GALLERY = 'acct000000ga11ery000000000';
const FILE = 'f11e00000000000000000000';

/** Runs a bundle with the modules and globals of CloudFront's runtime, and nothing else. */
function load(code: string): (event: ViewerRequestEvent) => Promise<EdgeResult> {
  const modules = code.replace(/import\s*(\w+)\s*from\s*["'](\w+)["'];?/g, 'var $1=modules.$2;');
  const cloudfront = { kvs: () => ({ get: () => Promise.resolve(KEY) }) };
  const runtime = { modules: { cloudfront, crypto: { createHmac } }, Buffer };
  return runInNewContext(`${modules};handler`, runtime, { timeout: 1000 }) as ReturnType<typeof load>;
}

const viewerRequest = (uri: string): ViewerRequestEvent => ({
  viewer: { ip: '192.0.2.1' },
  request: { method: 'GET', uri, querystring: {}, headers: { host: { value: 'a.example' } }, cookies: {} },
});

describe.each(EDGE_FUNCTIONS)('%s', (name) => {
  it('fits CloudFront Functions: size, syntax and what it names', async () => {
    const code = await bundleEdgeFunction(name);
    expect(Buffer.byteLength(code)).toBeLessThan(LIMIT_BYTES);
    expect(code).toMatch(/function handler\(event\)/);
    const plain = code.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '""');
    for (const missing of MISSING) expect(plain).not.toMatch(new RegExp(`(?<![.\\w$])${missing}(?![\\w$])\\s*[.(]`));
    // "async arguments and closures are not supported"
    expect(plain).not.toMatch(/async\s*(\([^)]*\)|\w+)\s*=>/);
  });
});

it('knows every function that is deployed', () => {
  expect(EDGE_FUNCTIONS.toSorted()).toEqual([
    'api-request',
    'image-request',
    'image-response',
    'og-request',
    'page-request',
    'public-api-request',
    'zero-request',
  ]);
});

describe('in a runtime like CloudFront’s', () => {
  it('the image function verifies a token and rewrites the address', async () => {
    const handler = load(await bundleEdgeFunction('image-request'));
    const event = viewerRequest(`/api/images/${GALLERY}/${FILE}.jpg`);
    const refused = await handler(structuredClone(event));
    expect(refused).toMatchObject({ statusCode: 403 });
    const payload = imageTokenPayload({
      exp: Math.floor(Date.now() / 1000) + 60,
      scope: { kind: 'galleries', ids: [GALLERY] },
    });
    const signature = createHmac('sha256', Buffer.from(KEY, 'hex')).update(payload).digest('hex');
    event.request.cookies = { image_token: { value: `${payload}.${signature}` } };
    event.request.querystring = { width: { value: '800' } };
    const passed = await handler(event);
    expect(passed).toMatchObject({ uri: `/${GALLERY}/${FILE}/w800-q70.jpg`, querystring: {}, cookies: {} });
  });

  it('the page function finds the language', async () => {
    const handler = load(await bundleEdgeFunction('page-request'));
    const event = viewerRequest('/p/studio/');
    event.request.headers['accept-language'] = { value: 'fr, es-MX;q=0.8' };
    expect(await handler(event)).toMatchObject({
      uri: '/p/studio',
      headers: { 'x-language': { value: 'es' }, 'x-viewer-address': { value: '192.0.2.1' } },
    });
  });
});
