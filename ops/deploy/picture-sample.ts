import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { ID_LENGTH, makeGalleryId, makeId } from '#core/domain/values/ids.ts';
import { random } from '#functions/platform/auth/secrets.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';

/** Author of the test's rows; no person has this id, because the auth service makes random ones. */
const AUTHOR = '00000000-0000-0000-0000-5309e57e5700';

export const SIZE = { width: 1200, height: 800 };
export const TYPE = 'image/jpeg';

type SampleStorage = Pick<Storage, 'removePrefix'>;

/** `galleryId` is null for a gallery that is erased, objects included. */
interface SampleIds {
  accountId: string;
  galleryId: string | null;
}

/** Rows and objects of one run. */
export interface Sample {
  accountId: string;
  galleryId: string;
  photoId: string;
  fileId: string;
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
  /** Red, green and blue of all its pixels. */
  colour: readonly number[];
}

export async function makeSample(): Promise<Sample> {
  const { default: sharp } = await import('sharp');
  const accountId = makeId(random, ID_LENGTH.account);
  const colour = [...random(new Uint8Array(3))];
  const [r, g, b] = colour as [number, number, number];
  const image = sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } });
  const bytes = new Uint8Array(await image.jpeg({ quality: 95 }).toBuffer());
  return {
    accountId,
    galleryId: makeGalleryId(random, accountId),
    photoId: makeId(random),
    fileId: makeId(random, ID_LENGTH.file),
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    colour,
  };
}

const slugOf = (accountId: string) => `smoke-test-${accountId}`;

/** Inserts the rows that the back office and the uploads endpoint write. */
export async function insertSample(client: pg.Client, sample: Sample): Promise<void> {
  const { accountId, galleryId, photoId, fileId, bytes, sha256 } = sample;
  // One transaction, so that a killed run leaves all rows or none.
  await client.query('begin');
  await client.query(`insert into accounts (id, author_id, name, slug) values ($1, $2, 'Smoke test', $3)`, [
    accountId,
    AUTHOR,
    slugOf(accountId),
  ]);
  await client.query(`insert into galleries (id, account_id, author_id, name) values ($1, $2, $3, 'Smoke test')`, [
    galleryId,
    accountId,
    AUTHOR,
  ]);
  await client.query(
    `insert into photos (id, account_id, author_id, gallery_id, file_id, filename, size, mime_type, sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [photoId, accountId, AUTHOR, galleryId, fileId, 'smoke-test.jpg', bytes.length, TYPE, sha256],
  );
  await client.query('commit');
}

/** Moves the gallery to where the job `trash` would find it, and requests its erasure as that job does. */
export async function trashSample(client: pg.Client, { accountId, galleryId }: Sample): Promise<void> {
  const due = new Date(Date.now() - TRASH_MS - DAY_MS);
  await client.query('update galleries set deleted_at = $2 where id = $1', [galleryId, due]);
  await client.query(
    // The job may have found it meanwhile.
    `insert into outbox (id, account_id, kind, payload, dedupe_key) values ($1, $2, 'gallery.purge', $3, $4)
     on conflict (dedupe_key) do nothing`,
    [makeId(random), accountId, { galleryId }, erasureKey(galleryId)],
  );
}

/** Names the erasure in the outbox. */
export const erasureKey = (galleryId: string) => `purge:${galleryId}`;

/** Removes rows and objects of runs that were killed. */
export async function removeLeftOvers(client: pg.Client, storage: SampleStorage): Promise<void> {
  const { rows } = await client.query<SampleIds>(
    `select a.id as "accountId", g.id as "galleryId" from accounts a left join galleries g on g.account_id = a.id
     where a.author_id = $1 and a.created_at < now() - interval '1 hour'`,
    [AUTHOR],
  );
  for (const run of rows) await removeSample(client, storage, run);
}

/** Removes all objects and rows of a run, complete or not. Objects first: the rows name them. */
export async function removeSample(
  client: pg.Client,
  storage: SampleStorage,
  { accountId, galleryId }: SampleIds,
): Promise<void> {
  // Ends a transaction that failed halfway.
  await client.query('rollback');
  for (const bucket of ['originals', 'renditions'] as const)
    if (galleryId) await storage.removePrefix(bucket, `${galleryId}/`);
  await client.query('delete from accounts where id = $1 and author_id = $2', [accountId, AUTHOR]);
  await client.query('delete from slug_history where slug = $1', [slugOf(accountId)]);
}
