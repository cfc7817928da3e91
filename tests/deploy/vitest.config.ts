import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isLong } from '../support/long.ts';

/** Offline tests of the deployment. Slower than the others, with separate tools: `npm run test:deploy`. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/deploy/**/*.test.ts'],
    exclude: isLong ? [] : ['**/*.long.test.ts'],
    maxWorkers: 2,
    // Each worker loads CDK once.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
