import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { readdir, writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bucket, makeDirectory, sendSigned, sign, spawnS3, startFixture } from './s3-fixture.ts';

async function read(client: S3Client, key: string): Promise<string | undefined> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return Body?.transformToString();
}

async function listKeys(client: S3Client): Promise<(string | undefined)[]> {
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  return Contents?.map(({ Key }) => Key) ?? [];
}

/** Names of the files in `folder`, recursively. */
async function filesIn(dir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dir, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Sends the head of a PUT and half of its body, and keeps the connection open. */
async function startUpload(port: number, key: string): Promise<Socket> {
  const url = `http://localhost:${port}/${bucket}/${key}`;
  const { headers } = await sign(url, { method: 'PUT', headers: { 'content-length': '200000' } });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`PUT /${bucket}/${key} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${'x'.repeat(100_000)}`);
  return socket;
}

test('SIGKILL during writes loses nothing acknowledged and leaves nothing else', async () => {
  const dir = await makeDirectory();
  const first = await spawnS3(dir);
  await first.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'kept', Body: 'old' }));
  await startUpload(first.port, 'never-finished');
  await startUpload(first.port, 'kept');
  await vi.waitFor(async () => expect(await filesIn(dir, 'incoming')).toHaveLength(2), 5000);

  const acknowledged: string[] = [];
  const writing = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; ; index += 1) {
      const key = `writer-${writer}/${index}`;
      await first.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: `body of ${key}` }));
      acknowledged.push(key);
    }
  });
  const ended = Promise.allSettled(writing);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(100), 10_000);
  await first.end('SIGKILL');
  await ended;

  const second = await spawnS3(dir);
  for (const key of acknowledged) expect(await read(second.client, key)).toBe(`body of ${key}`);
  expect(await read(second.client, 'kept')).toBe('old');
  const keys = await listKeys(second.client);
  expect(keys).not.toContain('never-finished');
  // Besides acknowledged objects, each writer may have one whose response was lost.
  expect(keys.length).toBeLessThanOrEqual(acknowledged.length + 1 + 8);
  expect(await filesIn(dir, 'incoming')).toEqual([]);
  expect(await filesIn(dir, 'blobs')).toHaveLength(keys.length);
});

test('a multipart upload continues after SIGKILL', async () => {
  const dir = await makeDirectory();
  const first = await spawnS3(dir);
  const { UploadId } = await first.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'large' }));
  const target = { Bucket: bucket, Key: 'large', UploadId };
  const large = 'a'.repeat(5 << 20);
  const one = await first.client.send(new UploadPartCommand({ ...target, PartNumber: 1, Body: large }));
  await first.end('SIGKILL');

  const second = await spawnS3(dir);
  const two = await second.client.send(new UploadPartCommand({ ...target, PartNumber: 2, Body: 'end' }));
  const Parts = [one, two].map(({ ETag }, index) => ({ ETag, PartNumber: index + 1 }));
  await second.client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }));
  await second.end('SIGKILL');

  const third = await spawnS3(dir);
  expect(await read(third.client, 'large')).toBe(`${large}end`);
  // The object is a folder of links to its parts, whose own files are gone.
  expect((await filesIn(dir, 'blobs')).toSorted()).toEqual(['00000', '00001']);
});

test('SIGTERM lets a running request finish and exits cleanly', async () => {
  const dir = await makeDirectory();
  const first = await spawnS3(dir);
  const socket = await startUpload(first.port, 'finished');
  await vi.waitFor(async () => expect(await filesIn(dir, 'incoming')).toHaveLength(1), 5000);
  const exit = first.end('SIGTERM');
  await vi.waitFor(async () => expect(sendSigned(`http://localhost:${first.port}/${bucket}`)).rejects.toThrow(), 5000);
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  socket.write('x'.repeat(100_000));
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
  expect(await exit).toBe(0);

  const second = await spawnS3(dir);
  expect(await read(second.client, 'finished')).toBe('x'.repeat(200_000));
});

test('the start deletes files without an object', async () => {
  const dir = await makeDirectory();
  const first = await startFixture({ dir });
  await first.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'kept', Body: 'kept' }));
  await first.close();
  const [blob] = await filesIn(dir, 'blobs');
  await writeFile(join(dir, 'blobs', blob?.slice(0, 2) ?? '', 'orphan'), 'left by a crash before its row');
  await writeFile(join(dir, 'incoming', 'half'), 'left by a crash before its rename');

  const second = await startFixture({ dir });
  onTestFinished(second.close);
  expect([await filesIn(dir, 'blobs'), await filesIn(dir, 'incoming')]).toEqual([[blob], []]);
  expect(await read(second.client, 'kept')).toBe('kept');
});

test('a second server cannot open the directory of a running one', async () => {
  const first = await startFixture();
  onTestFinished(first.remove);
  await expect(startFixture({ dir: first.dir })).rejects.toThrow('locked');
  await first.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'unharmed', Body: 'x' }));
});

test('memory does not grow with the size of an object', async () => {
  const dir = await makeDirectory();
  const { port, peakMemory } = await spawnS3(dir);
  const url = `http://localhost:${port}/${bucket}/huge`;
  const body = Buffer.alloc(128 << 20);
  const transfer = async (bytes: number) => {
    expect((await sendSigned(url, { method: 'PUT', body: body.subarray(0, bytes) })).status).toBe(200);
    expect((await sendSigned(url)).body.length).toBe(bytes);
    return peakMemory();
  };
  const small = await transfer(32 << 20);
  const large = await transfer(128 << 20);
  expect(large - small).toBeLessThan(80);
});
