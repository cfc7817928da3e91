import { AwsClient } from 'aws4fetch';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { fetchSigned } from './signed-fetch.ts';

const client = new AwsClient({
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'secret',
  region: 'eu-south-2',
  service: 'sqs',
  retries: 0,
});

let server: Server | undefined;
afterEach(() => void server?.close());

/** Starts a server that closes the first connections without a response, and records request bodies. */
async function closing(first: number): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      if (bodies.length <= first) request.socket.destroy();
      else response.end('done');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies };
}

it('retries once after a closed connection', async () => {
  const { url, bodies } = await closing(1);
  const answer = await fetchSigned(client, url, { method: 'POST', body: 'outbox' });
  expect(await answer.text()).toBe('done');
  expect(bodies).toEqual(['outbox', 'outbox']);
});

it('does not retry a second time', async () => {
  const { url, bodies } = await closing(2);
  await expect(fetchSigned(client, url, { method: 'POST', body: 'outbox' })).rejects.toThrow(TypeError);
  expect(bodies).toHaveLength(2);
});

it('does not retry a refused connection', async () => {
  const { url } = await closing(0);
  server!.close();
  await once(server!, 'close');
  await expect(fetchSigned(client, url, {})).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

it('stops when its signal aborts', async () => {
  const { url, bodies } = await closing(1);
  const signal = AbortSignal.abort();
  await expect(fetchSigned(client, url, { signal })).rejects.toThrow('aborted');
  expect(bodies).toEqual([]);
});
