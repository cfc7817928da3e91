import type { JobServices } from './services.ts';

export type SweepServices = Pick<JobServices, 'clock' | 'db' | 'storage'>;
