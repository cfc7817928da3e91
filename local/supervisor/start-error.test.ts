import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLog } from './service-log.ts';
import { describeFailure, StartError } from './start-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'albumen-failure-'));
  mkdirSync(join(folder, 'logs'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const log = () => readFileSync(join(folder, 'logs/start.log'), 'utf8');

it('an unexpected error is printed as one sentence, and its stack is logged', () => {
  const said = describeFailure(new Error('EACCES: permission denied\nand more', { cause: new Error('below') }), folder);
  expect(said).toBe(
    `Albumen cannot start: EACCES: permission denied.\nMore is in ${join(folder, 'logs', 'start.log')}.`,
  );
  expect(log()).toMatch(/and more[^]*\n +at [^]*below/);
});

it('a StartError is printed unchanged; its cause is logged', () => {
  expect(describeFailure(new StartError('The port is taken.'), folder)).toBe('The port is taken.');
  expect(describeFailure(new StartError('The build failed.', 'its output'), folder)).toContain('The build failed.\n');
  expect(log()).toContain('its output');
});

it('a failure is printed without a log if none can be written', () => {
  expect(describeFailure(new Error('disk is full'), join(folder, 'none'))).toBe('Albumen cannot start: disk is full.');
  expect(describeFailure('odd')).toBe('Albumen cannot start: odd.');
});

it('a service reports the reason of its end, without the stack', async () => {
  const service = openLog(folder, 'service');
  const output = [
    'file:///service.ts:3',
    '    throw x',
    '',
    'Error: port 1 is taken',
    '    at cannot (x.ts:1)',
    '',
    'Node.js v24',
  ];
  const followed = Promise.withResolvers<void>();
  service.follow(
    Readable.from([output.join('\n')]),
    /^$never/,
    (line) => line.startsWith('Node') && followed.resolve(),
  );
  await followed.promise;
  expect(service.reason()).toBe('Error: port 1 is taken');
});
