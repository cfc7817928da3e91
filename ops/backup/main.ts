import { parseOptions } from '../lib/arguments.ts';
import { runCommand, UsageError } from '../lib/command.ts';
import { stageDatabase } from '../lib/stage-database.ts';
import { backup, type BackupStep } from './backup.ts';
import { bucketsFromEnv } from './settings.ts';

const HELP = `Copies a stage's database and pictures into a folder, while everything goes on.

  npm run backup -- --to <folder> [--stage <name>]

  --to <folder>   where to; a second backup into the same folder copies only what is new
  --stage <name>  whose database, when DATABASE_DIRECT_URL is not set

Environment: DATABASE_DIRECT_URL (else the SST secret DatabaseDirectUrl of the stage), DATABASE_CA_FILE (optional),
AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ORIGINALS_BUCKET, RENDITIONS_BUCKET,
S3_ENDPOINT (optional). Interrupted, it is run again: what was copied stays copied.`;

await runCommand(async () => {
  const options = parseOptions(HELP, { to: { type: 'string' }, stage: { type: 'string' } }, process.argv.slice(2));
  if (!options.to) throw new UsageError('Say where to: --to <folder>');
  const { client } = await stageDatabase(options.stage, { env: process.env });
  const { run, manifest } = await backup({
    folder: options.to,
    database: client,
    buckets: bucketsFromEnv(),
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
