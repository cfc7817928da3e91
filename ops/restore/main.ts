import { fileURLToPath } from 'node:url';
import { openCatalog } from '../backup/catalog.ts';
import { findRun, readManifest } from '../backup/manifest.ts';
import { inTransaction, withDatabase } from '../backup/session.ts';
import { isRestored } from '../backup/tables.ts';
import { findInstallation, type Installation } from '../backup/installation.ts';
import { parseOptions } from '../lib/arguments.ts';
import { runCommand, UsageError } from '../lib/command.ts';
import { pushMigrations } from '../migrate/push-migrations.ts';
import { checkBuckets } from '../verify/buckets.ts';
import { checkFiles } from '../verify/files.ts';
import { checkForeignKeys, checkRows } from '../verify/rows.ts';
import { runPart } from './part/command.ts';
import { refuse, restore } from './restore.ts';

const HELP = `Fills an empty database and empty buckets from a backup, and looks whether all of it is there; or brings one
studio or gallery back, beside all others.

  npm run restore -- --from <folder> [--run <name>] [--check | --verify] [--data <folder>]
  npm run restore -- --studio <id> [--gallery <id>] [--from <folder> [--run <name>] [--overwrite]] [--at <time>]
                     [--stage <name> | --data <folder>] [--yes]

  --from <folder>  what "npm run backup" wrote
  --run <name>     which run of it; the newest complete one unless told
  --check          only reads the backup, and says whether it could be restored
  --verify         only compares the database and the buckets with the backup; changes nothing
  --data <folder>  the installation that "npm start" runs on this data folder; to be filled, it is started with --no-demo
  --studio <id>    brings back this studio: its rows from the backup, or out of the trash; its files from former versions
                   in S3, else from the backup. It says what it would do, and does it with --yes
  --gallery <id>   only this gallery of it
  --at <time>      as of then: neither a newer run of the backup nor newer versions
  --overwrite      also sets rows that have other content now back to the backup's
  --stage <name>   whose database, when DATABASE_DIRECT_URL is not set; with --studio only

Without DATABASE_DIRECT_URL and --data it takes the installation that "npm start" runs on .data, and needs no variables.
Otherwise the environment names it: DATABASE_DIRECT_URL, DATABASE_CA_FILE (optional), AWS_REGION, AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ORIGINALS_BUCKET, RENDITIONS_BUCKET, S3_ENDPOINT (optional). To fill
one, none of it is taken from a stage, so that no stage is filled by mistake.`;

const OPTIONS = {
  from: { type: 'string' },
  run: { type: 'string' },
  check: { type: 'boolean' },
  verify: { type: 'boolean' },
  data: { type: 'string' },
  stage: { type: 'string' },
  studio: { type: 'string' },
  gallery: { type: 'string' },
  at: { type: 'string' },
  overwrite: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

const SUPABASE = fileURLToPath(new URL('../../supabase', import.meta.url));

await runCommand(async () => {
  const options = parseOptions(HELP, OPTIONS, process.argv.slice(2));
  const { studio } = options;
  if (studio !== undefined) return runPart({ ...options, studio }, () => findInstallation(options));
  const alone = (['gallery', 'at', 'overwrite', 'stage', 'yes'] as const).find((name) => options[name] !== undefined);
  if (alone) throw new UsageError(`--${alone} goes with --studio <id>`);
  if (!options.from) throw new UsageError('Say where from: --from <folder>');
  if (options.check) return check(options.from, options.run);
  const { name, database, buckets } = await findInstallation({ data: options.data });
  if (options.verify) return verify(options.from, options.run, { name, database, buckets });
  console.log(`restoring into ${name}`);
  const done = await restore({
    folder: options.from,
    run: options.run,
    database: database.client,
    buckets,
    supabase: SUPABASE,
    migrate: async (workdir) => void (await pushMigrations(database, { workdir })),
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

async function verify(
  folder: string,
  run: string | undefined,
  { name, database, buckets }: Installation,
): Promise<void> {
  console.log(`comparing ${name}`);
  const manifest = await readManifest(await findRun(folder, run));
  const problems = await withDatabase(database.client, (db) =>
    inTransaction(db, 'begin isolation level repeatable read read only', async () => {
      const { dangling, orphans } = await checkBuckets(db, buckets);
      console.log(`${orphans} objects that no row refers to`);
      const lost = dangling.map((key) => `${key} is named by a row and not there`);
      return [...(await checkRows(db, manifest.tables.filter(isRestored))), ...(await checkForeignKeys(db)), ...lost];
    }),
  );
  refuse('this is not what was backed up', problems);
  console.log(`every table as in the backup, no key without its object`);
}
