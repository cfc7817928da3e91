import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Stories in Firefox and WebKit, which Playwright cannot drive here: `npm run test:browsers`. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: [process.env['BROWSERS_SCREENS'] === '1' ? 'tests/browsers/screens.ts' : 'tests/browsers/**/*.test.ts'],
    globalSetup: ['tests/browsers/support/global-setup.ts'],
    // One browser at a time: software rendering needs a whole core.
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
