import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isLong } from './tests/support/long.ts';

const BESIDE_CODE = '{core,functions,web,local,ops,tools}/**/*.test.{ts,tsx}';

/** Files of a quarter of a minute and more: started last, one of them would keep a single worker busy at the end. */
const SLOW = /(backup|hostile|import-rules|matrix|migrations|restore-part|supervisor|upload-kill-points-[a-z]+)\./;

/** Runs slow files first. Without earlier results Vitest sorts by size, and the slow files are small. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [slow, others] = [true, false].map((isSlow) =>
      sorted.filter(({ moduleId }) => SLOW.test(moduleId) === isSlow),
    );
    return [...slow!, ...others!];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // One more than cores: a worker idles while the database works.
    maxWorkers: 3,
    // Functions write a line for each act, which tests that read it ask for.
    env: { AWS_LAMBDA_LOG_LEVEL: 'WARN' },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [BESIDE_CODE],
          setupFiles: ['tests/support/log-setup.ts'],
          // Several hundred small files: each worker loads shared imports once.
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
          setupFiles: ['tests/support/log-setup.ts'],
          // Vitest restores spies after each file; a file ends its servers, its database and its fake timers itself.
          isolate: false,
        },
      },
    ],
  },
});
