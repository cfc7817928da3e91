import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { s3Client } from '#functions/platform/storage/s3-client.ts';
import { databaseUrl } from '#local/postgres/addresses.ts';
import { ORIGINALS_BUCKET, REGION, RENDITIONS_BUCKET } from '#local/supervisor/installation.ts';
import { readIndex } from '#ops/backup/object-index.ts';
import { findRun, readManifest } from '#ops/backup/manifest.ts';
import { command } from '../support/backup.ts';
import { isLong } from '../support/long.ts';
import { type Stack, startStack } from '../support/stack.ts';

/** Pixels of the demo's photographs; `npm run test:long` has them as `npm start` makes them. */
const SIDE = 320;
const STARTS_MS = 400_000;
const NO_VARIABLES = { DATABASE_DIRECT_URL: undefined, ORIGINALS_BUCKET: undefined, RENDITIONS_BUCKET: undefined };

let source: Stack;
let target: Stack;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-drill-'));
  [source, target] = await Promise.all([startStack({ demo: isLong || SIDE }), startStack()]);
}, STARTS_MS);
afterAll(async () => {
  await Promise.all([source?.stop(), target?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

it('restores the demo studio into an empty installation, with every row and file', { timeout: STARTS_MS }, async () => {
  const isDone = () => existsSync(join(source.dataDir, 'demo.done'));
  await expect.poll(isDone, { timeout: STARTS_MS, interval: 250 }).toBe(true);
  const backedUp = await command('backup', ['--to', folder, '--data', source.dataDir], NO_VARIABLES).ended;
  expect(backedUp).toMatchObject({
    code: 0,
    output: expect.stringContaining(`backing up the installation at ${source.origin}`),
  });
  expect(backedUp.output).not.toContain('are not in the buckets');
  const checked = await command('restore', ['--from', folder, '--check'], NO_VARIABLES).ended;
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('are as they were written') });
  const full = await command('restore', ['--from', folder, '--data', source.dataDir], NO_VARIABLES).ended;
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining('the database is not empty') });

  const restored = await command('restore', ['--from', folder, '--data', target.dataDir], NO_VARIABLES).ended;
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('every hash as it was') });
  expect(restored.output).toContain('without their original: 0 photos, 0 watermarks; to be read again: 0');
  const run = await findRun(folder);
  const { tables } = await readManifest(run);
  expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(50);
  for await (const { bucket, key, sha256 } of readIndex(run))
    expect([key, await hashOf(bucket, key)]).toEqual([key, sha256]);

  const video = await findVideo();
  const clip = await readFile(new URL('../../local/demo/clip.mp4', import.meta.url));
  expect(video).toMatchObject({ status: 'ready', size: String(clip.length) });
  const page = await fetch(`${target.origin}/p/${video.slug}/${video.galleryId}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(video.id);
  const played = await fetch(`${target.origin}/api/p/${video.galleryId}/photos/${video.id}/play`);
  expect(Buffer.from(await played.arrayBuffer())).toEqual(clip);
});

async function hashOf(bucket: 'originals' | 'renditions', Key: string): Promise<string> {
  const { accessKeyId, secretAccessKey, url: endpoint } = target.s3;
  const client = s3Client({ region: REGION, accessKeyId, secretAccessKey, endpoint });
  const Bucket = bucket === 'originals' ? ORIGINALS_BUCKET : RENDITIONS_BUCKET;
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return createHash('sha256')
    .update(await buffer(Body as NodeJS.ReadableStream))
    .digest('hex');
}

async function findVideo(): Promise<Record<'id' | 'galleryId' | 'slug' | 'status' | 'size', string>> {
  const db = new pg.Client({ connectionString: databaseUrl(target.ports.postgres) });
  await db.connect();
  try {
    const { rows } = await db.query(
      `select p.id, p.gallery_id as "galleryId", a.slug, p.status, p.size from photos p
         join accounts a on a.id = p.account_id where p.mime_type = 'video/mp4'`,
    );
    return rows[0];
  } finally {
    await db.end();
  }
}
