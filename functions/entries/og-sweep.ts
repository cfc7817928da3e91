import { cleanUpOgImages } from '../galleries/og-image-cleanup.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every minute. */
export const { env, handler } = jobFunction(cleanUpOgImages, [...OUTBOX_TRIGGER_ENV]);
