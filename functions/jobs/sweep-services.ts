import type { JobServices } from './services.ts';

export type CleanupDeps = Pick<JobServices, 'clock' | 'db' | 'storage'>;
