import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';
import { AwsClient } from 'aws4fetch';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { parseOriginals } from '#functions/images/ingest.ts';
import { ingestQueue, sqsTrigger } from '#functions/platform/aws/queues.ts';
import type { LambdaFunctions } from '#local/lambda/functions.ts';
import { type LambdaHost, type LambdaHostOptions, startLambdaHost } from '#local/lambda/host.ts';
import { withInstances } from '#local/lambda/invoke.ts';
import { DurableQueue } from '#local/lambda/queue.ts';
import { INGEST_QUEUE_PATH, OUTBOX_QUEUE_PATH } from '#local/lambda/sqs.ts';
import { expectLogged } from '../support/expected-log.ts';

expectLogged('InvocationError:', 'ingest:', 'queue_trigger_failed', 'queue_trigger_refused');

let host: LambdaHost;
afterEach(() => host.close());

const answer = (name: string) => () => Promise.resolve({ statusCode: 200, body: name });

async function start(functions: Partial<LambdaFunctions>, options: Partial<LambdaHostOptions> = {}): Promise<void> {
  host = await startLambdaHost({
    port: 0,
    queueFile: ':memory:',
    retryMs: 20,
    functions: {
      api: answer('api'),
      transform: answer('transform'),
      page: answer('page'),
      ingest: () => Promise.resolve(),
      scheduled: [],
      ...functions,
    },
    ...options,
  });
}

/** Resolves with the first defined result of `check`. */
async function until<T>(check: () => T | undefined): Promise<T> {
  return expect
    .poll(check, { timeout: 5000, interval: 10 })
    .toBeDefined()
    .then(() => check()!);
}

describe('events', () => {
  async function eventOf(path: string, init?: RequestInit): Promise<APIGatewayProxyEventV2> {
    let seen: APIGatewayProxyEventV2 | undefined;
    await start({
      api: (event) => {
        seen = event;
        return Promise.resolve({ statusCode: 204 });
      },
    });
    await fetch(host.origin + path, init);
    return seen!;
  }

  it('carry path and query unchanged', async () => {
    const event = await eventOf('/api/a%2Fb?x=1&x=2&y=%26');
    expect(event).toMatchObject({
      version: '2.0',
      rawPath: '/api/a%2Fb',
      rawQueryString: 'x=1&x=2&y=%26',
      queryStringParameters: { x: '1,2', y: '&' },
      requestContext: { http: { method: 'GET', path: '/api/a%2Fb', sourceIp: '127.0.0.1' } },
    });
  });

  it('join repeated headers by commas and keep cookies separate', async () => {
    const headers: [string, string][] = [
      ['X-Account-ID', 'one'],
      ['X-Account-ID', 'two'],
      ['Cookie', 'a=1; b=2'],
    ];
    const event = await eventOf('/api/x', { headers });
    expect(event.headers['x-account-id']).toMatch(/^one, ?two$/);
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event.cookies).toEqual(['a=1', 'b=2']);
  });

  it.each([
    ['application/json', '{"a":"é"}', false],
    ['text/plain; charset=utf-8', 'é', false],
    ['image/jpeg', 'é', true],
    ['multipart/form-data; boundary=x', 'é', true],
  ])('encode %s as base64: %#', async (type, text, base64) => {
    const event = await eventOf('/api/x', {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from(text),
    });
    expect(event.isBase64Encoded).toBe(base64);
    expect(Buffer.from(event.body!, base64 ? 'base64' : 'utf8').toString()).toBe(text);
  });

  it('have no body if there was none', async () => {
    expect(await eventOf('/api/x', { method: 'DELETE' })).not.toHaveProperty('body');
  });
});

describe('responses', () => {
  it('pass status, headers, every cookie and binary bodies', async () => {
    const bytes = randomBytes(1000);
    await start({
      api: () =>
        Promise.resolve({
          statusCode: 201,
          headers: { 'content-type': 'image/png' },
          cookies: ['a=1; HttpOnly', 'b=2'],
          body: bytes.toString('base64'),
          isBase64Encoded: true,
        }),
    });
    const response = await fetch(`${host.origin}/api/x`);
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('treat a bare value as a JSON body', async () => {
    await start({ api: () => Promise.resolve(JSON.stringify({ hello: 'there' })) });
    const response = await fetch(`${host.origin}/api/x`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ hello: 'there' });
  });

  it('routes by path', async () => {
    await start({});
    const texts = ['/api/accounts', '/renditions/g/f/w1.jpg', '/p/studio', '/apix'].map(async (path) =>
      (await fetch(host.origin + path)).text(),
    );
    expect(await Promise.all(texts)).toEqual(['api', 'transform', 'page', 'page']);
  });
});

describe('limits', () => {
  const MB = 1024 * 1024;

  it('refuse a request over 6 MB with 413, base64 included', async () => {
    let calls = 0;
    await start({ api: () => Promise.resolve({ statusCode: 200, body: String(++calls) }) });
    const post = (bytes: number, type: string) =>
      fetch(`${host.origin}/api/x`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: Buffer.alloc(bytes, 'x'),
      });
    expect((await post(5.5 * MB, 'text/plain')).status).toBe(200);
    expect((await post(5.5 * MB, 'image/jpeg')).status).toBe(413);
    expect((await post(7 * MB, 'text/plain')).status).toBe(413);
    expect((await post(4 * MB, 'image/jpeg')).status).toBe(200);
    expect(calls).toBe(2);
  });

  it('turn a response over 6 MB into 502', async () => {
    await start({ api: () => Promise.resolve({ statusCode: 200, body: 'x'.repeat(6.5 * MB) }) });
    expect((await fetch(`${host.origin}/api/x`)).status).toBe(502);
  });

  it('answer 503 at the deadline, and continue to serve', async () => {
    const { promise, resolve } = Promise.withResolvers<{ statusCode: number }>();
    await start({ api: () => promise }, { timeouts: { api: 50 } });
    expect((await fetch(`${host.origin}/api/x`)).status).toBe(503);
    resolve({ statusCode: 200 });
    expect((await fetch(`${host.origin}/p/x`)).status).toBe(200);
  });

  it('run as many calls at a time as there are instances, the others in their order', async () => {
    const running = [0, 1, 2].map(() => Promise.withResolvers<{ statusCode: number }>());
    const begun: string[] = [];
    const api = withInstances(
      'api',
      (event: APIGatewayProxyEventV2) => running[begun.push(event.rawPath) - 1]!.promise,
      { instances: 1, mostWaiting: 2 },
    );
    await start({ api });
    const call = (path: string) => fetch(host.origin + path);
    const first = call('/api/a');
    await until(() => begun[0]);
    const [second, third] = [call('/api/b'), call('/api/c')];
    // Two wait, in either order; a third one that would wait is refused immediately.
    const refused = await Promise.any([second, third, call('/api/d')]);
    expect([refused.status, begun]).toEqual([503, ['/api/a']]);
    for (const { resolve } of running) resolve({ statusCode: 200 });
    await Promise.all([first, second, third]);
    expect(begun).toHaveLength(3);
  });

  it('do not run a call whose time is over when its turn comes', async () => {
    const { promise, resolve } = Promise.withResolvers<{ statusCode: number }>();
    let begun = 0;
    await start({ api: withInstances('api', () => (begun++, promise), { instances: 1 }) }, { timeouts: { api: 100 } });
    const answers = await Promise.all([1, 2].map(() => fetch(`${host.origin}/api/x`)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    resolve({ statusCode: 200 });
    expect((await fetch(`${host.origin}/api/x`)).status).toBe(200);
    expect(begun).toBe(2);
  });

  it('answer 500 without the error’s text', async () => {
    await start({ api: () => Promise.reject(new Error('secret detail')) });
    const response = await fetch(`${host.origin}/api/x`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('bucket events', () => {
  const post = (key: string) =>
    fetch(`${host.origin}/__events/s3`, { method: 'POST', body: JSON.stringify({ Records: [{ key }] }) });
  const keysOf = (event: SQSEvent) =>
    event.Records.map((record) => (JSON.parse(record.body) as { Records: [{ key: string }] }).Records[0].key);

  it('are not accepted from a page in a browser', async () => {
    await start({});
    const forged = { method: 'POST', body: '{}', headers: { origin: 'https://evil.example' } };
    expect((await fetch(`${host.origin}/__events/s3`, forged)).status).toBe(403);
    expect(host.queue.count('waiting')).toBe(0);
  });

  it('return failed records only', async () => {
    const seen: string[] = [];
    await start({
      ingest: (event) => {
        const keys = keysOf(event);
        const first = event.Records.filter((_record, i) => keys[i] === 'bad' && !seen.includes('bad'));
        seen.push(...keys);
        return Promise.resolve({ batchItemFailures: first.map((record) => ({ itemIdentifier: record.messageId })) });
      },
    });
    for (const key of ['a', 'bad', 'b']) expect((await post(key)).status).toBe(200);
    await until(() => (host.queue.count('waiting') === 0 ? true : undefined));
    expect(seen.toSorted()).toEqual(['a', 'b', 'bad', 'bad']);
  });

  it('drop a message after five failed attempts', async () => {
    const counts: string[] = [];
    await start({
      ingest: (event) => {
        counts.push(event.Records[0]!.attributes.ApproximateReceiveCount);
        return Promise.reject(new Error('poison'));
      },
    });
    await post('poison');
    await until(() => (host.queue.count('dead') === 1 ? true : undefined));
    expect(counts).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('the queue of originals', () => {
  const keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret-of-tests', region: 'eu-west-1' };
  const sqs = { outboxFile: ':memory:', credentials: keys, region: keys.region };
  const originals = Array.from({ length: 23 }, (_, n) => `${'g'.repeat(26)}/${'p'.repeat(20)}/${n} ü+%`);

  it('accepts batches in the bucket’s format', async () => {
    const told: string[] = [];
    const ingest = async ({ Records }: SQSEvent) =>
      void told.push(...Records.flatMap(({ body }) => parseOriginals(body).map(({ key }) => key)));
    await start({ ingest }, { sqs });
    await ingestQueue(host.origin + INGEST_QUEUE_PATH, keys)(originals);
    await until(() => told[originals.length - 1]);
    expect(told.toSorted()).toEqual(originals.toSorted());
  });

  it('is unavailable if it is down or accepts only some', async () => {
    await start({}, { sqs });
    await expect(ingestQueue(`${host.origin}/0/other`, keys)(originals)).rejects.toThrow('unavailable');
    const partly = createServer((request, response) => {
      request.resume().on('end', () => response.end(JSON.stringify({ Successful: [], Failed: [{ Id: '0' }] })));
    });
    await new Promise<void>((done) => partly.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(partly.address() as AddressInfo).port}/1/ingest`;
    await expect(ingestQueue(url, keys)(originals.slice(0, 1))).rejects.toThrow('unavailable');
    partly.closeAllConnections();
    await new Promise((done) => partly.close(done));
  });
});

describe('the outbox’s queue', () => {
  const credentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret-of-tests' };
  const region = 'eu-west-1';
  let calls: SQSEvent[];
  const startQueue = (outbox?: LambdaFunctions['outbox']) => {
    calls = [];
    const counting = (event: SQSEvent) => (calls.push(event), Promise.resolve());
    const sqs = { outboxFile: ':memory:', credentials, region };
    return start({ outbox: outbox ?? counting }, { sqs });
  };
  const queueUrl = () => host.origin + OUTBOX_QUEUE_PATH;
  const trigger = (keys = {}) => sqsTrigger(queueUrl(), { ...credentials, region, ...keys })(0);
  const ask = async (target: string, body: object, headers = {}) => {
    const signer = new AwsClient({ ...credentials, region, service: 'sqs', retries: 0 });
    const response = await signer.fetch(`${host.origin}/`, {
      method: 'POST',
      headers: { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.0', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  it('passes each trigger to the function, also concurrently', async () => {
    const first = Promise.withResolvers<void>();
    await startQueue((event) => (calls.push(event), calls.length === 1 ? first.promise : Promise.resolve()));
    await trigger();
    await until(() => calls[0]);
    await trigger();
    await until(() => calls[1]);
    first.resolve();
    expect(calls.flatMap(({ Records }) => Records.map(({ body, eventSource }) => [body, eventSource]))).toEqual([
      ['look', 'aws:sqs'],
      ['look', 'aws:sqs'],
    ]);
    expect(calls[0]!.Records[0]!.eventSourceARN).toMatch(/:outbox$/);
  });

  it('answers as SQS does', async () => {
    await startQueue();
    const message = { QueueUrl: queueUrl(), MessageBody: 'hello' };
    expect(await ask('AmazonSQS.SendMessage', message)).toMatchObject({
      status: 200,
      body: { MD5OfMessageBody: '5d41402abc4b2a76b9719d911017c592', MessageId: expect.any(String) },
    });
    for (const [target, body, status, type] of [
      ['AmazonSQS.SendMessage', { ...message, QueueUrl: `${host.origin}/0/other` }, 400, 'QueueDoesNotExist'],
      ['AmazonSQS.SendMessage', { ...message, MessageBody: '' }, 400, 'InvalidParameterValue'],
      ['AmazonSQS.SendMessage', { ...message, DelaySeconds: 901 }, 400, 'InvalidParameterValue'],
      ['AmazonSQS.SendMessageBatch', { QueueUrl: queueUrl(), Entries: [] }, 400, 'InvalidParameterValue'],
      ['AmazonSQS.ReceiveMessage', { QueueUrl: queueUrl() }, 501, 'UnsupportedOperation'],
    ] as const) {
      expect(await ask(target, body)).toMatchObject({ status, body: { __type: `com.amazonaws.sqs#${type}` } });
    }
  });

  it('refuses callers without the functions’ keys, and the distribution', async () => {
    await startQueue();
    await trigger({ secretAccessKey: 'guess' });
    await trigger({ accessKeyId: 'OTHER' });
    await trigger({ region: 'us-east-1' });
    const unsigned = { method: 'POST', body: '{}', headers: { 'x-amz-target': 'AmazonSQS.SendMessage' } };
    expect((await fetch(`${host.origin}/`, unsigned)).status).toBe(403);
    const through = { ...unsigned, headers: { ...unsigned.headers, 'x-origin-secret': 'x' } };
    expect(await (await fetch(`${host.origin}/`, through)).text()).toBe('page');
    // A valid one comes last, so that all earlier ones have been processed.
    await trigger();
    await until(() => calls[0]);
    expect(calls.flatMap(({ Records }) => Records)).toHaveLength(1);
  });

  it('delivers a delayed message later', () => {
    let now = 0;
    const queue = new DurableQueue(':memory:', () => now);
    queue.send('later', { delayMs: 2000 });
    expect(queue.receive(1, 1000)).toEqual([]);
    now = 2000;
    expect(queue.receive(1, 1000)).toMatchObject([{ body: 'later' }]);
    queue.close();
    return start({});
  });

  it('gives up without an error if it is slow or down', async () => {
    await startQueue();
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/1/outbox`;
    await sqsTrigger(url, { ...credentials, region })(0);
    silent.closeAllConnections();
    await new Promise((done) => silent.close(done));
    await sqsTrigger(url, { ...credentials, region })(0);
  });
});

it('calls scheduled functions at their rate, never concurrently', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  await start({
    scheduled: [
      {
        name: 'outbox',
        everyMs: 5,
        handler: async () => {
          most = Math.max(most, ++running);
          // The work lasts longer than several intervals.
          await new Promise((done) => setTimeout(done, 25));
          running--;
          runs++;
        },
      },
    ],
  });
  await until(() => (runs >= 5 ? runs : undefined));
  expect(most).toBe(1);
});
