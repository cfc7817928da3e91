import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,functions,web,local,ops}/**/*.test.{ts,tsx}', 'tests/{integration,contract}/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
