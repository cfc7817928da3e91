import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { nameTable, readFontFile, readSmallFont, withTable } from '../../tests/support/fonts.ts';
import { readFontSafely, type SandboxOptions } from './sandbox.ts';

const small = await readSmallFont();

test('reads a font in a process with an empty environment', async () => {
  const environments: Promise<string>[] = [];
  const onStart = ({ pid }: ChildProcess) => void environments.push(readFile(`/proc/${pid}/environ`, 'latin1'));
  const { facts, woff2 } = await readFontSafely(small, { onStart });
  expect([facts.family, woff2.toString('latin1', 0, 4)]).toEqual(['Poppins', 'wOF2']);
  expect(await environments[0]).not.toContain('PATH=');
});

test('accepts a font whose reading needs more memory than the process has at first', async () => {
  const font = withTable(readFontFile(), 'name', nameTable({ 1: 'Abc', 13: 'x' }));
  expect((await readFontSafely(font)).facts.family).toBe('Abc');
});

test('passes on why a file is refused', async () => {
  await expect(readFontSafely(Buffer.from('PK'))).rejects.toMatchObject({ code: 'not_a_font' });
  await expect(readFontSafely(small.subarray(0, small.length / 2))).rejects.toMatchObject({ code: 'truncated' });
});

test.each<[string, SandboxOptions]>([
  ['takes too long', { deadlineMs: 1, onStart: (worker) => void worker.kill('SIGSTOP') }],
  ['takes too much memory', { maxMemoryBytes: 1024 }],
  ['crashes', { onStart: (worker) => void worker.kill('SIGSEGV') }],
])('ends a process that %s', async (_what, options) => {
  let started: ChildProcess | undefined;
  const onStart = (worker: ChildProcess): void => {
    started = worker;
    options.onStart?.(worker);
  };
  await expect(readFontSafely(small, { ...options, onStart })).rejects.toMatchObject({ code: 'font_too_complex' });
  expect(started?.signalCode).not.toBeNull();
});
