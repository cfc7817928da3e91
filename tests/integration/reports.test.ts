import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playwrightOutcome, vitestOutcome } from '../support/reports.ts';

describe('the Vitest outcome', () => {
  it('names each failed test, without colours and the rest of its stack', () => {
    const outcome = vitestOutcome({
      numPassedTests: 3,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'sums' },
            {
              status: 'failed',
              fullName: 'divides',
              failureMessages: ['\u001B[31mby zero\u001B[39m\n\n1\n2\n3\n4\n5\n6'],
            },
          ],
        },
      ],
    });
    expect(outcome).toEqual({
      passed: 3,
      failures: [{ name: 'a.test.ts: divides', reason: 'by zero\n1\n2\n3\n4\n5' }],
    });
  });

  it('counts a file that failed to load', () => {
    const outcome = vitestOutcome({
      numPassedTests: 0,
      testResults: [{ name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
    });
    expect(outcome.failures).toEqual([{ name: 'b.test.ts', reason: 'no such module' }]);
  });
});

describe('the Playwright outcome', () => {
  it('names unexpected and flaky tests with their project, and errors outside of tests', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      tests: [{ projectName: 'phone', status, results: [message ? { errors: [{ message }] } : {}] }],
    });
    const outcome = playwrightOutcome({
      stats: { expected: 7 },
      errors: [{ message: 'no browser' }],
      suites: [
        {
          title: 'page.spec.ts',
          specs: [spec('opens', 'expected')],
          suites: [{ title: 'a guest', specs: [spec('looks', 'flaky', 'late'), spec('saves', 'unexpected')] }],
        },
      ],
    });
    expect(outcome).toEqual({
      passed: 7,
      failures: [
        { name: 'outside of every test', reason: 'no browser' },
        { name: '[phone] page.spec.ts › a guest › looks', reason: 'late' },
        { name: '[phone] page.spec.ts › a guest › saves', reason: '' },
      ],
    });
  });

  it('names the failed step and all errors of a test', () => {
    const error = { message: 'no heading' };
    const result = {
      errors: [error, { message: 'a request failed' }],
      steps: [
        { title: 'signs in' },
        { title: 'settings', error, steps: [{ title: 'looks' }, { title: 'the mails', error }] },
      ],
    };
    const outcome = playwrightOutcome({
      stats: { expected: 0 },
      errors: [],
      suites: [
        {
          title: 'day.spec.ts',
          specs: [{ title: 'a day', tests: [{ projectName: 'desktop', status: 'unexpected', results: [result] }] }],
        },
      ],
    });
    expect(outcome.failures).toEqual([
      { name: '[desktop] day.spec.ts › a day › settings › the mails', reason: 'no heading\na request failed' },
    ]);
  });

  it('names the line of the test, with the page’s and the sync server’s log', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'albumen-report-')), 'error-context.md');
    const lines = ['- generic [ref=e1]:', '  - link "Skip" [ref=e2] [cursor=pointer]:', '  - main [ref=e3]:'];
    writeFileSync(
      path,
      `# Page snapshot\n\n\`\`\`yaml\n${[...lines, '    - heading "Gone" [level=1]'].join('\n')}\n\`\`\`\n`,
    );
    const message = 'late\n    at go (/x/support/go.ts:2:7)\n    at /x/tests/e2e/day.spec.ts:30:9';
    const talk = { name: 'sync-talk', body: Buffer.from('window 1:\n5 ms opens').toString('base64') };
    const result = { errors: [{ message }], attachments: [{ name: 'error-context', path }, talk] };
    const tests = [{ projectName: 'desktop', status: 'unexpected', results: [result] }];
    const suites = [{ title: 'day.spec.ts', specs: [{ title: 'a day', tests }] }];
    const [failure] = playwrightOutcome({ stats: { expected: 0 }, errors: [], suites }).failures;
    expect(failure?.reason.split('\n').slice(-7)).toEqual([
      'at day.spec.ts:30',
      'the page:',
      '  - main:',
      '    - heading "Gone" [level=1]',
      'the sync:',
      'window 1:',
      '5 ms opens',
    ]);
  });
});
