import { AwsClient } from 'aws4fetch';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#core/domain/values/errors.ts';
import { cloudFrontPurge, type PurgeOptions } from '#functions/platform/aws/cdn-purge.ts';
import { type Edge, startEdge } from '#local/edge/server.ts';
import { expectLogged } from '../support/expected-log.ts';

expectLogged('cloudfront_refused', 'cloudfront_unavailable');

const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret-of-tests', region: 'eu-west-1' };
const DISTRIBUTION = 'E2QWRTEST';

let edge: Edge;
let origin: Server;

const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const stop = async (server: Server) => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
};

beforeEach(async () => {
  origin = createServer(
    (_request, response) => void response.writeHead(200, { 'cache-control': 'public, s-maxage=60' }).end('{}'),
  );
  const url = await listening(origin);
  edge = await startEdge({
    port: 0,
    siteDir: tmpdir(),
    functionsUrl: url,
    zeroUrls: { '/zero': url },
    storage: { ...KEYS, endpoint: url, renditionsBucket: 'renditions' },
    distributionId: DISTRIBUTION,
    originSecret: 'the-distribution-and-nobody-else',
    imageTokenKeys: ['ab'.repeat(32)],
    connectOrigins: [],
  });
});
afterEach(async () => {
  await edge.close();
  await stop(origin);
});

const purger = (options: Partial<PurgeOptions> = {}) =>
  cloudFrontPurge({ keys: KEYS, distributionId: DISTRIBUTION, endpoint: edge.origin, ...options });
const cached = async (path: string) => (await fetch(edge.origin + path)).headers.get('x-cache');
/** Makes the edge cache these paths. */
const keep = async (...paths: string[]) => {
  for (const path of paths) await cached(path);
  for (const path of paths) expect([path, await cached(path)]).toEqual([path, 'hit']);
};

describe('a purge', () => {
  it('removes paths from the cache: a whole path, or a prefix before `*`', async () => {
    await keep('/api/p/llum', '/api/p/llum/gallery/1', '/api/p/mar', '/p/llum', '/p/mar');
    await purger()(['/api/p/llum*', '/p/llum'], 'one');
    expect(await cached('/api/p/llum')).toBe('miss');
    expect(await cached('/api/p/llum/gallery/1')).toBe('miss');
    expect(await cached('/p/llum')).toBe('miss');
    expect(await cached('/api/p/mar')).toBe('hit');
    expect(await cached('/p/mar')).toBe('hit');
  });

  it('runs once for an idempotency key, and again for another', async () => {
    await keep('/p/llum');
    await purger()(['/p/llum'], 'first');
    await keep('/p/llum');
    await purger()(['/p/llum'], 'first');
    expect(await cached('/p/llum')).toBe('hit');
    await purger()(['/p/llum'], 'second');
    expect(await cached('/p/llum')).toBe('miss');
  });

  it('with the same key and other paths is another purge', async () => {
    await purger()(['/p/old*'], 'moved');
    await keep('/p/new');
    await purger()(['/p/new*'], 'moved');
    expect(await cached('/p/new')).toBe('miss');
  });

  it('escapes paths for XML', async () => {
    const odd = "/p/a&b'c&amp;";
    await keep(odd);
    await purger()([odd], 'odd');
    expect(await cached(odd)).toBe('miss');
  });
});

describe('a caller', () => {
  const refusal = (options: Partial<PurgeOptions>) => purger(options)(['/p/llum'], 'w').catch(String);

  it('with other keys or another distribution is refused', async () => {
    await keep('/p/llum');
    expect(await refusal({ keys: { ...KEYS, secretAccessKey: 'guess' } })).toMatch('403 SignatureDoesNotMatch');
    expect(await refusal({ keys: { ...KEYS, accessKeyId: 'OTHER' } })).toMatch('403 InvalidClientTokenId');
    expect(await refusal({ distributionId: 'EOTHER' })).toMatch('404 NoSuchDistribution');
    expect(await cached('/p/llum')).toBe('hit');
  });

  it('without a signature of the sent body is refused', async () => {
    await keep('/p/llum');
    const url = `${edge.origin}/2020-05-31/distribution/${DISTRIBUTION}/invalidation`;
    expect((await fetch(url, { method: 'POST', body: '<InvalidationBatch/>' })).status).toBe(403);
    const signer = new AwsClient({ ...KEYS, region: 'us-east-1', service: 'cloudfront' });
    const { headers } = await signer.sign(url, { method: 'POST', body: 'signed' });
    expect((await fetch(url, { method: 'POST', headers, body: 'sent' })).status).toBe(403);
    expect(await cached('/p/llum')).toBe('hit');
  });

  it('with missing fields gets CloudFront’s XML error', async () => {
    const signer = new AwsClient({ ...KEYS, region: 'us-east-1', service: 'cloudfront', retries: 0 });
    const url = `${edge.origin}/2020-05-31/distribution/${DISTRIBUTION}/invalidation`;
    const ask = async (body: string) => {
      const response = await signer.fetch(url, { method: 'POST', body });
      return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
    };
    const asking = (quantity: number, path: string) =>
      ask(
        `<InvalidationBatch><Paths><Quantity>${quantity}</Quantity><Items><Path>${path}</Path></Items></Paths><CallerReference>r</CallerReference></InvalidationBatch>`,
      );
    expect(await ask('<InvalidationBatch>')).toEqual([400, 'MalformedXML']);
    expect(await ask('<InvalidationBatch/>')).toEqual([400, 'InvalidArgument']);
    expect(await asking(1, 'p')).toEqual([400, 'InvalidArgument']);
    expect(await asking(1, '/p/*/q')).toEqual([400, 'InvalidArgument']);
    expect(await asking(2, '/p')).toEqual([400, 'InconsistentQuantities']);
    expect(await asking(1, '/p')).toEqual([201, undefined]);
    expect(await asking(1, '/q')).toEqual([400, 'InvalidationBatchAlreadyExists']);
  });
});

describe('a CloudFront error', () => {
  const answering = async (status: number, code: string) => {
    const server = createServer((request, response: ServerResponse) => {
      request.resume().once('end', () => {
        response.writeHead(status).end(`<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`);
      });
    });
    const endpoint = await listening(server);
    const error: unknown = await purger({ endpoint })(['/p/llum'], 'w').catch((thrown: unknown) => thrown);
    await stop(server);
    return error instanceof AppError ? error.code : String(error);
  };

  it.each([
    [400, 'TooManyInvalidationsInProgress'],
    [400, 'Throttling'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [503, 'ServiceUnavailable'],
  ])('%i %s is retried', async (status, code) => {
    expect(await answering(status, code)).toBe('unavailable');
  });

  it.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchDistribution'],
    [400, 'InvalidArgument'],
  ])('%i %s is not retried', async (status, code) => {
    expect(await answering(status, code)).toBe(`Error: CloudFront answered ${status} ${code}`);
  });

  it('is retried if nobody answers', async () => {
    const server = createServer();
    const endpoint = await listening(server);
    await stop(server);
    await expect(purger({ endpoint })(['/p/llum'], 'w')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
