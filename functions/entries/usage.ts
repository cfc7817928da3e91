import { sampleUsage } from '../jobs/sample-usage.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every ten minutes, so that a failed run loses no hour. */
export const { env, handler } = jobFunction(sampleUsage, []);
