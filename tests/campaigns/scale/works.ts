import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { EXPORTED_TABLES, readTable } from '#functions/accounts/export-tables.ts';
import { readEvents, readRecentEvents } from '#functions/galleries/events.ts';
import { cleanUpOgImages } from '#functions/galleries/og-image-cleanup.ts';
import { readBooking, readAwayClients } from '#functions/insights/business.ts';
import { runPacker } from '#functions/archives/packer-job.ts';
import { readCounts, readGalleries, readLovedPhotos } from '#functions/insights/galleries.ts';
import { readScope } from '#functions/insights/scope.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { publishHealthMetrics } from '#functions/jobs/health-metrics.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { sampleUsage } from '#functions/jobs/sample-usage.ts';
import { sendReminders } from '#functions/jobs/reminders.ts';
import { cleanUpStyles } from '#functions/photos/rerender-job.ts';
import type { Database } from '#functions/platform/db/database.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import { cleanUpSitePictures } from '#functions/site/pictures/sweep.ts';
import { cleanUpUploads } from '#functions/uploads/cleanup.ts';
import { dumpTables } from '#ops/backup/dump-tables.ts';
import { accountId, galleryId } from './generate.ts';

/** Something that the product does in an installation of any size. */
export interface Work {
  run: (installation: { db: Database; url: string }) => Promise<unknown>;
  /** Reads the rows of all studios, so it grows with their number. */
  grows?: true;
  /** What it may cost among many, compared with alone, where it is not the usual limit. */
  limit?: number;
}

/** Jobs that find nothing due: their services besides clock and database are not called. */
const jobs = (db: Database) => ({ clock: Date.now, db }) as JobServices;

const OWN = accountId(1);

/** Photos whose originals and renditions the sweep compares with the database: a page of a listing. */
const SWEPT = 1000;

/** The sweep of buckets that contain a page of the studio's objects. */
async function sweep(db: Database): Promise<void> {
  const photos = await db.query<{ originals: string; renditions: string }>(
    `select original_key as originals, gallery_id || '/' || file_id || '/640.avif' as renditions from photos
     where account_id = $1 order by id limit $2`,
    [OWN, SWEPT],
  );
  const storage = {
    // No inventory, which would be a prefix of its own.
    list: async (bucket: 'originals' | 'renditions', after: string) => ({
      objects: after === '' ? photos.map((photo) => ({ key: photo[bucket], modifiedAt: 0 })) : [],
      isLast: true,
    }),
    multipart: { list: async () => [] },
  };
  const { originals, renditions, skipped } = await cleanUpUploads({ ...jobs(db), storage } as unknown as JobServices);
  if (originals + renditions + skipped > 0) throw new Error('the sweep misses rows of photos');
}

const insights = async ({ db }: { db: Database }) => {
  const caller = { accountId: OWN, role: 'owner', userId: '' } as Parameters<typeof readScope>[1];
  const scope = await readScope(db, caller, '12m', Date.now());
  await readCounts(db, scope);
  await readGalleries(db, scope, 12);
  await readLovedPhotos(db, scope, 12);
  await readBooking(db, scope);
  await readAwayClients(db, scope, { away: '12', limit: 12 });
};

export const WORKS: Readonly<Record<string, Work>> = {
  // It checks at most 1,000 guests, of which one studio has 150.
  'job trash': { run: ({ db }) => emptyTrash(jobs(db)), limit: 2 },
  'job trash, renditions': { run: ({ db }) => cleanUpStyles(jobs(db)) },
  'job og-sweep': { run: ({ db }) => cleanUpOgImages(jobs(db)) },
  'job og-sweep, site pictures': { run: ({ db }) => cleanUpSitePictures(jobs(db)) },
  // It looks at each session of the coming week: 600 of 300 studios.
  'job reminders': { run: ({ db }) => sendReminders(jobs(db)), limit: 3 },
  'job usage': { run: ({ db }) => sampleUsage(jobs(db)) },
  'job vitals': { run: ({ db }) => publishHealthMetrics(jobs(db)) },
  'job archive-packer': { run: ({ db }) => runPacker(jobs(db), Date.now() + 60_000) },
  'job outbox': { run: ({ db }) => runOutbox(jobs(db)) },
  // Where photos are few, PostgreSQL may join a page with all of them.
  'job uploads-sweep, a page of each bucket': { run: ({ db }) => sweep(db), limit: 2 },
  'activity of a gallery': {
    run: ({ db }) => readEvents(db, OWN, { galleryId: galleryId(1, 49), limit: 50, since: Date.now() - 40 * DAY_MS }),
  },
  'activity of an old gallery': {
    run: ({ db }) =>
      readEvents(db, OWN, { galleryId: galleryId(1, 3), limit: 1000, since: Date.now() - 1100 * DAY_MS }),
  },
  'activity on Home': { run: ({ db }) => readRecentEvents(db, OWN, 100) },
  insights: { run: insights },
  'export of one studio, rows': {
    run: ({ db }) =>
      db.transaction(async (tx) => {
        let rows = 0;
        for (const table of Object.keys(EXPORTED_TABLES))
          for await (const page of readTable(tx, table, OWN)) rows += page.length;
        return rows;
      }),
  },
  'backup, rows': {
    grows: true,
    async run({ url }) {
      const folder = await mkdtemp(join(tmpdir(), 'scale-backup-'));
      await mkdir(join(folder, 'tables'));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await dumpTables(client, folder);
      } finally {
        await client.end();
        await rm(folder, { recursive: true });
      }
    },
  },
};
