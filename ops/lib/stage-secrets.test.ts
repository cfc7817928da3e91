import { expect, it } from 'vitest';
import type { RunChild } from './child.ts';
import { parseSecretList, readStageSecrets } from './stage-secrets.ts';

const answering =
  (code: number, stdout: string, stderr = ''): RunChild =>
  async () => ({ code, stdout, output: stdout + stderr });

it('prefers a stage’s own secret to the fallback, and keeps equals signs', () => {
  const secrets = parseSecretList(
    '\u001B[37m# fallback\u001B[0m\nMailUrl=smtp://fallback\nSentryDsn=\n# albumen/dev\nMailUrl=smtps://u:p=@host\n',
  );
  expect(Object.fromEntries(secrets)).toEqual({ MailUrl: 'smtps://u:p=@host', SentryDsn: '' });
});

it('reads the secrets of the named stage', async () => {
  let asked: readonly string[] = [];
  await readStageSecrets('pr-7', async (_file, args) => {
    asked = args;
    return { code: 0, stdout: '', output: '' };
  });
  expect(asked).toEqual(['secret', 'list', '--stage', 'pr-7']);
});

it('returns none for a stage without secrets', async () => {
  expect((await readStageSecrets('dev', answering(1, '', '✕  No secrets found'))).size).toBe(0);
});

it('reports unreadable secrets without quoting them', async () => {
  const failing = readStageSecrets('dev', answering(1, 'MailUrl=smtps://u:hunter2@host', 'denied'));
  await expect(failing).rejects.toThrow(/^The secrets of "dev" cannot be read \(sst secret list, exit 1\)[^]*$/);
  await expect(failing).rejects.toMatchObject({ message: expect.not.stringContaining('hunter2') });
});
