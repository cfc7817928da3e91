import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isLong } from './tests/support/long.ts';

const BESIDE_CODE = '{core,functions,web,local,ops}/**/*.test.{ts,tsx}';

/** Files of half a minute and more: begun last, one of them would keep a worker alone at the end. */
const SLOW = /(backup|import-rules|matrix|migrations|supervisor|upload-kill-points-[a-z]+)\./;

/** Without results of an earlier run Vitest begins with the largest files, and these are small. */
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
