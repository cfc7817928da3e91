import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './test-postgres.ts';

/** Starts one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTestPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
