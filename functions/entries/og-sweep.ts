import { cleanUpOgImages } from '../galleries/og-image-cleanup.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';
import { cleanUpSitePictures } from '../site/pictures/sweep.ts';

/** Runs every minute. */
export const { env, handler } = jobFunction(
  async (services) => (await cleanUpOgImages(services)) + (await cleanUpSitePictures(services)),
  [...OUTBOX_TRIGGER_ENV],
);
