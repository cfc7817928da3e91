import { readEnv, STORAGE_ENV } from '#functions/platform/env.ts';
import { CommandError } from '../lib/command.ts';
import type { DatabaseTarget } from '../lib/database-target.ts';
import { runningInstallation } from '../lib/running-installation.ts';
import { stageDatabase } from '../lib/stage-database.ts';
import { openBucket } from './bucket.ts';
import type { Buckets } from './copy-objects.ts';

/** An installation's database and buckets. */
export interface Installation {
  /** Which one it is, for the operator. */
  name: string;
  database: DatabaseTarget;
  buckets: Buckets;
}

interface InstallationOptions {
  /** Data folder of a running `npm start`. */
  data?: string | undefined;
  /** Stage whose secret is the database's address, unless `DATABASE_DIRECT_URL` is. */
  stage?: string | undefined;
}

/**
 * Finds the installation that a command works on: that of `data`; or the one that the environment names, as
 * `DATABASE_DIRECT_URL` or a stage; or else the one that `npm start` runs on its usual folder.
 * @throws CommandError naming what is missing
 */
export async function findInstallation(
  { data, stage }: InstallationOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Installation> {
  if (data === undefined && (stage || env['DATABASE_DIRECT_URL'])) {
    const buckets = bucketsFrom(env);
    const database = await stageDatabase(stage, { env });
    const names = `${env['ORIGINALS_BUCKET']} and ${env['RENDITIONS_BUCKET']}`;
    return { name: `the database at ${database.host}, the buckets ${names}`, database, buckets };
  }
  const running = runningInstallation(data);
  const database = await stageDatabase(undefined, { env: running.env });
  return { name: running.name, database, buckets: bucketsFrom(running.env) };
}

/**
 * Opens both buckets: `AWS_REGION`, credentials as the AWS tools export them (`AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`), `ORIGINALS_BUCKET`, `RENDITIONS_BUCKET`, and `S3_ENDPOINT` for an S3
 * other than Amazon's.
 */
function bucketsFrom(source: Readonly<Record<string, string | undefined>>): Buckets {
  const env = bucketEnv(source);
  const account = {
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    endpoint: env.S3_ENDPOINT,
  };
  return {
    originals: openBucket({ ...account, bucket: env.ORIGINALS_BUCKET }),
    renditions: openBucket({ ...account, bucket: env.RENDITIONS_BUCKET }),
  };
}

function bucketEnv(source: Readonly<Record<string, string | undefined>>) {
  try {
    return readEnv(STORAGE_ENV, source);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
