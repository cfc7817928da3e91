import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openCatalog } from '#local/s3/catalog.ts';
import { EventDelivery, retryDelay } from '#local/s3/events.ts';
import { Outbox } from '#local/s3/outbox.ts';
import { bucket, makeDirectory, refusal, region, spawnS3, startFixture, startOwnFixture } from './s3-fixture.ts';
import { expectLogged } from '../support/expected-log.ts';

expectLogged('s3:');

interface S3Record {
  readonly eventName: string;
  readonly eventTime: string;
  readonly s3: {
    readonly bucket: { readonly name: string };
    readonly object: { readonly key: string; readonly size: number; readonly eTag: string; readonly sequencer: string };
  };
}

/** Starts a receiver that answers with the status chosen by the test; `undefined` closes the connection. */
async function startReceiver(answer: (record: S3Record, delivery: number) => number | undefined = () => 200, port = 0) {
  const records: S3Record[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { Records } = JSON.parse(Buffer.concat(chunks).toString()) as { Records: [S3Record] };
      records.push(Records[0]);
      const status = answer(Records[0], records.length);
      if (status === undefined) response.destroy();
      else response.writeHead(status).end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  onTestFinished(close);
  const address = server.address() as AddressInfo;
  const keys = () => records.map((record) => record.s3.object.key);
  return { records, keys, close, port: address.port, url: `http://127.0.0.1:${address.port}/events` };
}

const put = (Key: string, Bucket = bucket, extra = {}) => new PutObjectCommand({ Bucket, Key, Body: 'body', ...extra });

test('announces a new object as S3 does', async () => {
  const receiver = await startReceiver();
  const s3 = await startOwnFixture({ notify: { url: receiver.url, buckets: [bucket] } });
  const { ETag } = await s3.client.send(put('folder/ä b+c%.jpg'));
  await vi.waitFor(() => expect(receiver.records).toHaveLength(1));
  expect(receiver.records[0]).toEqual({
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    eventName: 'ObjectCreated:Put',
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'object-created',
      bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
      object: {
        key: 'folder/%C3%A4+b%2Bc%25.jpg',
        size: 4,
        eTag: ETag?.replaceAll('"', ''),
        sequencer: expect.stringMatching(/^[0-9A-F]+$/),
      },
    },
  });
  const key = receiver.records[0]?.s3.object.key ?? '';
  expect(decodeURIComponent(key.replaceAll('+', ' '))).toBe('folder/ä b+c%.jpg');
});

test('gives copies and multipart uploads their own event names; other buckets, refusals and deletions have none', async () => {
  const receiver = await startReceiver();
  const notify = { url: receiver.url, buckets: [bucket] };
  const s3 = await startOwnFixture({ buckets: [bucket, 'renditions'], notify });
  await s3.client.send(put('silent', 'renditions'));
  await s3.client.send(put('a'));
  expect((await refusal(s3.client.send(put('a', bucket, { IfNoneMatch: '*' })))).status).toBe(412);
  await s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'b', CopySource: `${bucket}/a` }));
  await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a' }));
  const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'c' }));
  const target = { Bucket: bucket, Key: 'c', UploadId };
  const { ETag } = await s3.client.send(new UploadPartCommand({ ...target, PartNumber: 1, Body: 'part' }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await s3.client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload }));
  await s3.client.send(put('last'));

  await vi.waitFor(() => expect(receiver.keys()).toContain('last'));
  const sequencer = (record: S3Record) => record.s3.object.sequencer;
  const inOrder = receiver.records.toSorted((left, right) => (sequencer(left) < sequencer(right) ? -1 : 1));
  expect(inOrder.map((record) => [record.eventName, record.s3.object.key])).toEqual([
    ['ObjectCreated:Put', 'a'],
    ['ObjectCreated:Copy', 'b'],
    ['ObjectCreated:CompleteMultipartUpload', 'c'],
    ['ObjectCreated:Put', 'last'],
  ]);
});

test('redelivers an event until it is accepted, and not afterwards', async () => {
  const answers = [500, undefined, 404, 302, 204];
  const receiver = await startReceiver((_, delivery) => (delivery > answers.length ? 204 : answers[delivery - 1]));
  const s3 = await startOwnFixture({ notify: { url: receiver.url, buckets: [bucket] } });
  await s3.client.send(put('stubborn'));
  await vi.waitFor(() => expect(receiver.records).toHaveLength(5), 10_000);
  expect(new Set(receiver.records.map((record) => JSON.stringify(record))).size).toBe(1);
  await s3.client.send(put('next'));
  await vi.waitFor(() => expect(receiver.keys().at(-1)).toBe('next'));
  expect(receiver.records).toHaveLength(6);
});

test('a failing event does not block the others', async () => {
  const receiver = await startReceiver((record) => (record.s3.object.key.startsWith('bad') ? 500 : 200));
  const s3 = await startOwnFixture({ notify: { url: receiver.url, buckets: [bucket] } });
  for (let index = 0; index < 6; index += 1) await s3.client.send(put(`bad-${index}`));
  for (let index = 0; index < 20; index += 1) await s3.client.send(put(`good-${index}`));
  await vi.waitFor(() => expect(receiver.keys().filter((key) => key.startsWith('good'))).toHaveLength(20));
});

test('keeps events while the receiver is down, across a restart', async () => {
  const gone = await startReceiver();
  await gone.close();
  const dir = await makeDirectory();
  const notify = { url: gone.url, buckets: [bucket] };
  const before = await startFixture({ dir, notify });
  onTestFinished(before.close);
  await before.client.send(put('waiting'));
  await before.close();

  const receiver = await startReceiver(undefined, gone.port);
  const after = await startFixture({ dir, notify });
  onTestFinished(after.close);
  await vi.waitFor(() => expect(receiver.keys()).toEqual(['waiting']), 10_000);
});

test('repeats a delivery that was interrupted by a kill', async () => {
  const held = Promise.withResolvers<void>();
  const receiver = await startReceiver(() => {
    held.resolve();
    return undefined;
  });
  const dir = await makeDirectory();
  const environment = { S3_NOTIFY_URL: receiver.url, S3_NOTIFY_BUCKETS: bucket };
  const killed = await spawnS3(dir, environment);
  await killed.client.send(put('once'));
  await held.promise;
  await killed.end('SIGKILL');
  await receiver.close();

  const second = await startReceiver(undefined, receiver.port);
  await spawnS3(dir, environment);
  await vi.waitFor(() => expect(second.keys()).toEqual(['once']), 10_000);
});

test('delivers an event again that it could not remove from the outbox', async () => {
  const receiver = await startReceiver();
  const catalog = openCatalog(await makeDirectory());
  const outbox = new Outbox(catalog, [bucket]);
  outbox.add({ name: 'ObjectCreated:Put', bucket, key: 'kept', size: 4, etag: 'e', time: Date.now() });
  // As on a full disk, reads succeed and writes fail.
  catalog.exec('PRAGMA query_only = 1');
  const delivery = new EventDelivery(outbox, receiver.url, region);
  onTestFinished(() => delivery.stop().then(() => catalog.close()));
  delivery.start();
  await vi.waitFor(() => expect(receiver.keys()).toEqual(['kept']));
  catalog.exec('PRAGMA query_only = 0');
  await vi.waitFor(() => expect(receiver.keys()).toEqual(['kept', 'kept']), 10_000);
  await vi.waitFor(() => expect(outbox.due(Date.now(), 1)).toEqual([]));
});

test('doubles the delay up to half a minute', () => {
  expect([0, 1, 2, 8, 9, 100].map(retryDelay)).toEqual([100, 200, 400, 25_600, 30_000, 30_000]);
});
