import { cleanUpUploads } from '../uploads/cleanup.ts';
import { STORAGE_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every hour. */
export const { env, handler } = jobFunction(cleanUpUploads, [...STORAGE_ENV]);
