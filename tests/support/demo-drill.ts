import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { expect } from 'vitest';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { paymentsCsv, readPaymentRows } from '#functions/payments/csv.ts';
import { connectDatabase } from '#functions/platform/db/database.ts';
import { parseAccountId } from '#core/domain/values/ids.ts';
import { databaseUrl } from '#local/postgres/addresses.ts';
import { findRun, readManifest } from '#ops/backup/manifest.ts';
import { readIndex } from '#ops/backup/object-index.ts';
import { runningInstallation } from '#ops/lib/running-installation.ts';
import { bucketsOf, command } from './backup.ts';
import { readCsv } from './csv.ts';
import { isLong } from './long.ts';
import { moneyTotals } from './money-recount.ts';
import { type Stack, startStack } from './stack.ts';

/** Pixels of the demo's photographs: painted in a tenth of the time. `npm run test:long` has those of `npm start`. */
const SIDE = 160;
/** Milliseconds; `npm start` uploads for some minutes on a busy machine. */
const PATIENCE = { timeout: 400_000, interval: 250 };
const NO_VARIABLES = { DATABASE_DIRECT_URL: undefined, ORIGINALS_BUCKET: undefined, RENDITIONS_BUCKET: undefined };

/**
 * Backs up the whole demo studio of another installation, checks the backup, restores it into this empty one by the
 * commands that an operator types, and opens a gallery with its video; then once more, after this gallery was erased
 * and brought back.
 */
export async function drillDemo(target: Stack): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-drill-'));
  try {
    const source = await startStack({ demo: isLong || SIDE });
    try {
      await expect.poll(() => existsSync(join(source.dataDir, 'demo.done')), PATIENCE).toBe(true);
      await expectBooks(source);
      const backedUp = await run('backup', '--to', folder, '--data', source.dataDir);
      expect(backedUp).toContain(`backing up the installation at ${source.origin}`);
      expect(backedUp).not.toContain('are not in the buckets');
    } finally {
      await source.stop();
    }
    expect(await run('restore', '--from', folder, '--check')).toContain('are as they were written');
    const restored = await run('restore', '--from', folder, '--data', target.dataDir);
    expect(restored).toContain('every hash as it was');
    expect(restored).toContain('without their original: 0 photos, 0 watermarks; to be read again: 0');
    await expectFiles(target, folder);
    await expectBooks(target);
    const { gallery } = await openVideo(target);
    await query(target, 'delete from galleries where id = $1', gallery);
    const scope = ['--studio', parseAccountId(gallery), '--gallery', gallery];
    const brought = await run('restore', ...scope, '--from', folder, '--data', target.dataDir, '--yes');
    expect(brought).toContain('1 galleries');
    await openVideo(target);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(tool: 'backup' | 'restore', ...args: string[]): Promise<string> {
  const { code, output } = await command(tool, args, NO_VARIABLES).ended;
  expect([code, output]).toEqual([0, output]);
  return output;
}

/** Compares every file of the backup with the target's, independently of the command. */
async function expectFiles({ dataDir }: Stack, folder: string): Promise<void> {
  const from = await findRun(folder);
  const { tables, objects } = await readManifest(from);
  expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(50);
  const buckets = bucketsOf(runningInstallation(dataDir));
  let count = 0;
  for await (const { bucket, key, sha256 } of readIndex(from)) {
    const bytes = await buffer((await buckets[bucket].get(key))!.Body as Readable);
    expect([key, createHash('sha256').update(bytes).digest('hex')]).toEqual([key, sha256]);
    count += 1;
  }
  expect(count).toBe(objects.count);
}

/** Opens the gallery of the demo's video as a visitor, and plays it. @returns the gallery's id */
async function openVideo(target: Stack): Promise<{ gallery: string }> {
  const { origin } = target;
  const [video] = await query<{ id: string; gallery: string; name: string; slug: string }>(
    target,
    `select p.id, g.id as gallery, g.name, a.slug from photos p
       join galleries g on g.id = p.gallery_id join accounts a on a.id = p.account_id
     where p.mime_type = $1 and p.status = 'ready'`,
    'video/mp4',
  );
  const { id, gallery, name, slug } = video!;
  const page = await fetch(`${origin}/p/${slug}/${galleryLink({ id: gallery, name })}`);
  expect([page.status, (await page.text()).includes(id)]).toEqual([200, true]);
  const played = await fetch(`${origin}/api/p/${gallery}/photos/${id}/play`);
  const clip = await readFile(new URL('../../local/demo/clip.mp4', import.meta.url));
  expect(Buffer.from(await played.arrayBuffer())).toEqual(clip);
  return { gallery };
}

/**
 * The stored totals, balances and months of every studio are those that are counted from its lines and payments alone, and
 * the sum of its CSV is what its orders have been paid.
 */
async function expectBooks({ ports }: Stack): Promise<void> {
  const db = connectDatabase(databaseUrl(ports.postgres), 1);
  try {
    const { kept, counted } = await moneyTotals(db.pool);
    expect(kept).toEqual(counted);
    const studios = await db.query<{ id: string; timeZone: string; paid: number }>(
      `select a.id, a.time_zone as "timeZone", sum(t.paid)::int as paid from accounts a
         join order_totals t on t.account_id = a.id group by a.id having sum(t.paid) > 0`,
    );
    expect(studios).not.toEqual([]);
    for (const { id, timeZone, paid } of studios) {
      const csv = paymentsCsv(await readPaymentRows(db, id, { photographerId: null }), { language: 'en', timeZone });
      const sum = readCsv(csv, ',').reduce((total, row) => total + Number(row['Amount']), 0);
      expect(Math.round(sum * 100)).toBe(paid);
    }
  } finally {
    await db.close();
  }
}

async function query<T extends object>({ ports }: Stack, sql: string, value: string): Promise<T[]> {
  const db = new pg.Client({ connectionString: databaseUrl(ports.postgres) });
  await db.connect();
  try {
    return (await db.query<T>(sql, [value])).rows;
  } finally {
    await db.end();
  }
}
