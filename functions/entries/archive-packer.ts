import { packArchives } from '../archives/packer-job.ts';
import { OUTBOX_TRIGGER_ENV, STORAGE_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';

/** Runs every minute, and for each message of its queue. */
export const { env, handler } = jobFunction(packArchives, [...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV], storageFromEnv);
