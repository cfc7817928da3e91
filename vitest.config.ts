import { defineConfig } from 'vitest/config';
import { isLong } from './tests/support/long.ts';

const BESIDE_CODE = '{core,functions,web,local,ops}/**/*.test.{ts,tsx}';

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [BESIDE_CODE],
          // Several hundred small files: what they import is loaded once a worker.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: ['tests/{integration,contract}/**/*.test.ts'],
          exclude: isLong ? [] : ['**/*.long.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
});
