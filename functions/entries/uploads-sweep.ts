import { STORAGE_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';
import { cleanUpUploads } from '../uploads/cleanup.ts';

/** Runs every hour. */
export const { env, handler } = jobFunction(cleanUpUploads, [...STORAGE_ENV], storageFromEnv);
