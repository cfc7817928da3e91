import { fileURLToPath } from 'node:url';
import { openCatalog } from '../backup/catalog.ts';
import { findRun, readManifest } from '../backup/manifest.ts';
import { inTransaction, withDatabase } from '../backup/session.ts';
import { bucketsFromEnv } from '../backup/settings.ts';
import { parseOptions } from '../lib/arguments.ts';
import { CommandError, runCommand, UsageError } from '../lib/command.ts';
import { directTarget } from '../lib/database-target.ts';
import { pushMigrations } from '../migrate/push-migrations.ts';
import { checkBuckets } from '../verify/buckets.ts';
import { checkFiles } from '../verify/files.ts';
import { checkForeignKeys, checkRows } from '../verify/rows.ts';
import { refuse, restore } from './restore.ts';

const HELP = `Fills an empty database and empty buckets from a backup, and looks whether all of it is there.

  npm run restore -- --from <folder> [--run <name>] [--check | --verify]

  --from <folder>  what "npm run backup" wrote
  --run <name>     which run of it; the newest complete one unless told
  --check          only reads the backup, and says whether it could be restored
  --verify         only compares the database and the buckets with the backup; changes nothing

Environment: DATABASE_DIRECT_URL, DATABASE_CA_FILE (optional), AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
AWS_SESSION_TOKEN, ORIGINALS_BUCKET, RENDITIONS_BUCKET, S3_ENDPOINT (optional). None of it is taken from a stage, so
that no stage is filled by mistake.`;

const OPTIONS = {
  from: { type: 'string' },
  run: { type: 'string' },
  check: { type: 'boolean' },
  verify: { type: 'boolean' },
} as const;

const SUPABASE = fileURLToPath(new URL('../../supabase', import.meta.url));

await runCommand(async () => {
  const options = parseOptions(HELP, OPTIONS, process.argv.slice(2));
  if (!options.from) throw new UsageError('Say where from: --from <folder>');
  if (options.check) return check(options.from, options.run);
  if (options.verify) return verify(options.from, options.run);
  const target = databaseFromEnv();
  const done = await restore({
    folder: options.from,
    run: options.run,
    database: target.client,
    buckets: bucketsFromEnv(),
    supabase: SUPABASE,
    migrate: async (workdir) => void (await pushMigrations(target, { workdir })),
  });
  const rows = done.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { failed, processing, previews, pictures, marks, archives, exports } = done.gaps;
  console.log(`restored ${done.run}, as of ${done.manifest.snapshotAt}: ${rows} rows, every hash as it was`);
  console.log(`${done.objects.put} objects put, ${done.objects.there} were there; no row names one that is not`);
  console.log(
    `without their original: ${failed} photos, ${marks} watermarks; to be read again: ${processing}; link previews: ${previews}; pictures of websites: ${pictures}; downloads to be prepared again: ${archives}; exports to be requested again: ${exports}`,
  );
});

async function check(folder: string, name: string | undefined): Promise<void> {
  const run = await findRun(folder, name);
  const manifest = await readManifest(run);
  const catalog = openCatalog('');
  try {
    refuse('the backup is damaged', await checkFiles(folder, run, manifest, catalog));
  } finally {
    catalog.close();
  }
  console.log(
    `${run}: ${manifest.tables.length} tables and ${manifest.objects.count} objects are as they were written`,
  );
}

async function verify(folder: string, name: string | undefined): Promise<void> {
  const manifest = await readManifest(await findRun(folder, name));
  const buckets = bucketsFromEnv();
  const problems = await withDatabase(databaseFromEnv().client, (db) =>
    inTransaction(db, 'begin isolation level repeatable read read only', async () => {
      const { dangling, orphans } = await checkBuckets(db, buckets);
      console.log(`${orphans} objects that no row refers to`);
      const lost = dangling.map((key) => `${key} is named by a row and not there`);
      return [...(await checkRows(db, manifest.tables)), ...(await checkForeignKeys(db)), ...lost];
    }),
  );
  refuse('this is not what was backed up', problems);
  console.log(`every table as in the backup, no key without its object`);
}

function databaseFromEnv() {
  const url = process.env['DATABASE_DIRECT_URL'];
  if (!url) throw new CommandError('Environment: missing DATABASE_DIRECT_URL');
  return directTarget(url, { caFile: process.env['DATABASE_CA_FILE'] || undefined });
}
