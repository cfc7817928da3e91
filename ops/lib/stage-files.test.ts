import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeStageFiles } from '../setup/files.ts';
import { questions } from '../setup/questions.ts';
import { loadStageEnvironment } from './stage-files.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'albumen-stage-'))));
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it('reads what the setup wrote, in any spelling, and lets the environment win', async () => {
  for (const name of ['ALBUMEN_OPERATOR_NAME', 'ALBUMEN_OPERATOR_ADDRESS', 'AUTH_CAPTCHA_SECRET'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('ALBUMEN_DOMAIN', 'of-the-workflow.example');
  const answers = {
    ALBUMEN_DOMAIN: 'example.com',
    ALBUMEN_OPERATOR_NAME: "L'Obrador, 50 % #1 $HOME",
    ALBUMEN_OPERATOR_ADDRESS: 'C/ "Major" 1\\n, 08001 Barcelona',
    AUTH_CAPTCHA_SECRET: '0x4AAA',
    MailUrl: 'smtps://secret',
  };
  await writeStageFiles('dev', folder, questions(), new Map(Object.entries(answers)));
  loadStageEnvironment('dev', folder);
  const { MailUrl: _, ...expected } = { ...answers, ALBUMEN_DOMAIN: 'of-the-workflow.example' };
  const names = Object.keys(expected);
  expect(Object.fromEntries(names.map((name) => [name, process.env[name]]))).toEqual(expected);
  expect(process.env['MailUrl']).toBeUndefined();
});

it('accepts a stage without files', () => {
  expect(() => loadStageEnvironment('dev', folder)).not.toThrow();
});
