import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Catalog, openCatalog, ownerOf } from '../backup/catalog.ts';
import { readRows } from '../backup/copy-text.ts';
import type { Buckets } from '../backup/copy-objects.ts';
import { copyStatement } from '../backup/dump-tables.ts';
import { isKept, noteNeeds } from '../backup/needs.ts';

export interface BucketFindings {
  /** Keys of rows without an object of that size; at most a thousand, in case the bucket is wrong. */
  dangling: string[];
  /** Objects that no row owns: leftovers, or uploads that started during the check. */
  orphans: number;
}

const LISTED = 'listed';
const TOLD = 1000;

/**
 * Compares the rows of a database with its buckets while both are in use; concurrent changes are reported as findings
 * too.
 */
export async function checkBuckets(db: pg.Client, buckets: Buckets): Promise<BucketFindings> {
  const catalog = openCatalog('');
  try {
    await noteNeeds(catalog, (name, columns) => rowsOf(db, name, columns));
    await noteDownloads(db, catalog);
    await listBuckets(catalog, buckets);
    const dangling: string[] = [];
    for (const { bucket, key } of catalog.missing(LISTED)) {
      dangling.push(`${bucket}/${key}`);
      if (dangling.length === TOLD) break;
    }
    return { dangling, orphans: catalog.countUnowned(LISTED) };
  } finally {
    catalog.close();
  }
}

/** Files that studios and visitors can download now; no backup contains them, so a restore expires their rows. */
async function noteDownloads(db: pg.Client, catalog: Catalog): Promise<void> {
  const { rows } = await db.query<{ key: string; row: string }>(
    `select format('exports/%s/%s/studio.zip', account_id, id) as key, id as row from public.account_exports
       where status = 'ready' and expires_at > now()
     union all
     select part ->> 'key', id from public.archives cross join jsonb_array_elements(parts) as part
       where status = 'ready' and expires_at > now()`,
  );
  for (const { key, row } of rows) {
    catalog.addOwner('renditions', ownerOf(key));
    catalog.addNeed({ bucket: 'renditions', key, row, size: null });
  }
}

const isDownload = (key: string) => key.startsWith('exports/') || key.startsWith('archives/');

function rowsOf<C extends string>(db: pg.Client, name: string, columns: readonly C[]) {
  const shape = { schema: 'public' as const, name, columns: [...columns] };
  return readRows(db.query(copyTo(copyStatement(shape))), shape.columns, columns);
}

async function listBuckets(catalog: Catalog, buckets: Buckets): Promise<void> {
  await catalog.batch(async () => {
    for (const bucket of ['originals', 'renditions'] as const) {
      for await (const { key, size, etag } of buckets[bucket].list()) {
        if (!isKept(bucket, key) && !isDownload(key)) continue;
        const unread = { sha256: '', contentType: '', cacheControl: null };
        catalog.putObject({ bucket, key, size, etag, ...unread }, LISTED);
      }
    }
  });
}
