import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#local/mail/messages.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';

let database: TestDatabase;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'albumen-auth-'));
});
afterAll(async () => {
  await Promise.all(running.map(stop));
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a program and waits for the line with its address. */
async function start(program: string, environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.includes('http://')) return child;
  }
  throw new Error(`${program} ended before it was ready`);
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
  return child.exitCode;
}

test('both processes handle a sign-up from the mail to the session, also across a restart', async () => {
  const ports = { smtp: await freePort(), web: await freePort(), auth: await freePort() };
  const mailEnvironment = {
    MAIL_SMTP_PORT: String(ports.smtp),
    MAIL_WEB_PORT: String(ports.web),
    MAIL_DIR: join(folder, 'mail'),
    MAIL_EVENTS_URL: 'http://127.0.0.1:1/',
  };
  const url = `http://localhost:${ports.auth}`;
  const authEnvironment = {
    AUTH_PORT: String(ports.auth),
    AUTH_DATABASE_URL: database.url,
    AUTH_SITE_URL: 'http://localhost:4300',
    AUTH_EXTERNAL_URL: url,
    AUTH_REDIRECT_URLS: 'http://*.localhost:4300/**',
    AUTH_PROVIDERS: 'google facebook',
    AUTH_ANON_KEY: 'anon',
    AUTH_SERVICE_KEY: 'service',
    AUTH_KEY_FILE: join(folder, 'auth-key.json'),
    AUTH_SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    AUTH_MAIL_FROM: 'Albumen <hello@albumen.localhost>',
    AUTH_MAIL_INTERVAL_SECONDS: '0',
  };
  const mail = await start('local/mail/main.ts', mailEnvironment);
  const auth = await start('local/auth/main.ts', authEnvironment);

  const client = createClient(url, 'anon', { auth: { autoRefreshToken: false, persistSession: false } });
  const credentials = { email: 'ada@example.org', password: 'correct horse' };
  expect((await client.auth.signUp(credentials)).error).toBeNull();
  const [message] = (await (
    await fetch(`http://127.0.0.1:${ports.web}/messages?to=ada@example.org`)
  ).json()) as Message[];
  expect(message).toMatchObject({ from: 'hello@albumen.localhost', subject: 'Confirm your email' });
  const opened = await fetch(message!.links[0]!, { redirect: 'manual' });
  expect(opened.headers.get('location')).toMatch(/^http:\/\/localhost:4300\/?#access_token=/);
  const { data } = await client.auth.signInWithPassword(credentials);

  for (const provider of ['google', 'facebook']) {
    // Follows to the simulated provider's page, served by the same process.
    const page = await fetch(`${url}/auth/v1/authorize?provider=${provider}`);
    expect([page.status, page.url.startsWith(`${url}/providers/${provider}/`)]).toEqual([200, true]);
  }

  expect(await stop(auth)).toBe(0);
  expect(await stop(mail)).toBe(0);
  await start('local/auth/main.ts', authEnvironment);
  const user = await client.auth.getUser(data.session!.access_token);
  expect(user.data.user?.email).toBe(credentials.email);
});

test('names a missing variable and starts nothing', async () => {
  const child = spawn(process.execPath, ['local/auth/main.ts'], {
    env: { AUTH_PORT: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push(child);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(complaint).toContain('AUTH_DATABASE_URL');
});
