import { parseOptions } from '../lib/arguments.ts';
import { runCommand, UsageError } from '../lib/command.ts';
import { backup, type BackupStep } from './backup.ts';
import { findInstallation } from './installation.ts';

const HELP = `Copies an installation's database and pictures into a folder, while everything goes on.

  npm run backup -- --to <folder> [--data <folder> | --stage <name>]

  --to <folder>    where to; a second backup into the same folder copies only what is new
  --data <folder>  the installation that "npm start" runs on this data folder
  --stage <name>   whose database, when DATABASE_DIRECT_URL is not set

Without DATABASE_DIRECT_URL, --stage and --data it takes the installation that "npm start" runs on .data, and needs no
variables. Otherwise the environment names it: DATABASE_DIRECT_URL (else the SST secret DatabaseDirectUrl of the stage),
DATABASE_CA_FILE (optional), AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ORIGINALS_BUCKET,
RENDITIONS_BUCKET, S3_ENDPOINT (optional). Interrupted, it is run again: what was copied stays copied.`;

const OPTIONS = { to: { type: 'string' }, data: { type: 'string' }, stage: { type: 'string' } } as const;

await runCommand(async () => {
  const options = parseOptions(HELP, OPTIONS, process.argv.slice(2));
  if (!options.to) throw new UsageError('Say where to: --to <folder>');
  if (options.data !== undefined && options.stage) throw new UsageError('Say --data or --stage, not both.');
  const { name, database, buckets } = await findInstallation(options);
  console.log(`backing up ${name}`);
  const { run, manifest } = await backup({
    folder: options.to,
    database: database.client,
    buckets,
    onStep: (step) => console.log(describe(step)),
  });
  const { missing, objects, unowned } = manifest;
  console.log(`${run}\n${objects.count} objects (${megabytes(objects.totalBytes)}), ${unowned} that no row refers to`);
  const gaps = missing.originals + missing.renditions;
  if (gaps > 0) console.warn(`${gaps} objects that rows name are not in the buckets; manifest.json names them`);
});

function describe(step: BackupStep): string {
  if (step.name === 'rows') return `rows: ${step.rows} of ${step.tables} tables`;
  const { listed, copied, copiedBytes, foreign } = step.counts;
  const others = foreign > 0 ? `, ${foreign} under names that are not ours` : '';
  return `${step.name}: ${copied} of ${listed} copied (${megabytes(copiedBytes)})${others}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
