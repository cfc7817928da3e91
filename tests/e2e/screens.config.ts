import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Takes screenshots of all screens instead of running tests; same browser, same stack. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: /e2e\/screens\.ts$/,
  outputDir: '../../.build/e2e-screens',
  globalSetup: './global-setup.ts',
  workers: 1,
  projects: [{ name: 'screens' }],
});
