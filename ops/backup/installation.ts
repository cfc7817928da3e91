import { readEnv, STORAGE_ENV } from '#functions/platform/env.ts';
import { CommandError } from '../lib/command.ts';
import type { DatabaseTarget } from '../lib/database-target.ts';
import { findDatabase, type FindOptions } from '../lib/find-database.ts';
import { openBucket } from './bucket.ts';
import type { Buckets } from './copy-objects.ts';

/** An installation's database and buckets. */
export interface Installation {
  /** Which one it is, for the operator. */
  name: string;
  database: DatabaseTarget;
  buckets: Buckets;
}

/**
 * Finds the database and the buckets that a command works on, as `findDatabase` says.
 * @throws CommandError naming what is missing
 */
export async function findInstallation(
  options: FindOptions,
  source: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Installation> {
  const { name, database, env } = await findDatabase(options, source);
  const buckets = bucketsFrom(env);
  if (env !== source) return { name, database, buckets };
  return { name: `${name}, the buckets ${env['ORIGINALS_BUCKET']} and ${env['RENDITIONS_BUCKET']}`, database, buckets };
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
