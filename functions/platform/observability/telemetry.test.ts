import { expect, it, onTestFinished, vi } from 'vitest';
import { describeError, log } from './telemetry.ts';
import { withTrace } from './trace.ts';

function captured(output: NodeJS.WriteStream): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(output, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  onTestFinished(() => spy.mockRestore());
  return lines;
}

it('writes one object per line, with the level and time that Lambda reads', () => {
  vi.stubEnv('AWS_LAMBDA_LOG_LEVEL', 'INFO');
  onTestFinished(() => void vi.unstubAllEnvs());
  const [out, err] = [captured(process.stdout), captured(process.stderr)];
  log('info', 'started');
  log('error', 'effect_failed', { attempts: 2, stack: 'at a\nat b' });
  const lines = [...out, ...err];
  expect([out.length, err.length]).toEqual([1, 1]);
  for (const line of lines) expect(line).toMatch(/^\{[^\n]*\}\n$/);
  const [started, failed] = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(started).toEqual({ timestamp: started!['timestamp'], level: 'info', event: 'started' });
  expect(new Date(started!['timestamp']!).toISOString()).toBe(started!['timestamp']);
  expect(failed).toMatchObject({ level: 'error', event: 'effect_failed', attempts: 2, stack: 'at a\nat b' });
});

it('drops what Lambda would not keep, and says which act a line belongs to', () => {
  vi.stubEnv('AWS_LAMBDA_LOG_LEVEL', 'WARN');
  onTestFinished(() => void vi.unstubAllEnvs());
  const [out, err] = [captured(process.stdout), captured(process.stderr)];
  log('info', 'started');
  withTrace('act-0001', () => log('warn', 'slow'));
  expect([out, err.map((line) => (JSON.parse(line) as { trace: string }).trace)]).toEqual([[], ['act-0001']]);
});

it('logs class and location of an error, and not its message', () => {
  const error = Object.assign(new Error('Key (email) exists:\n    at clara (clara@example.org:1:1)'), {
    code: '23505',
    constraint: 'c',
  });
  const described = describeError(error);
  expect(described).toMatchObject({ error: 'Error', code: '23505', constraint: 'c' });
  expect(JSON.stringify(described)).not.toContain('clara');
  expect(described['stack']).toContain('telemetry.test.ts');
});
