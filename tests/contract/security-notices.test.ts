import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asApi } from '#local/postgres/addresses.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import { type Mail, mailer } from '#functions/platform/mail.ts';
import { type AuthStack, type AuthUnderTest, lastMailTo, linkIn, startAuthStack } from '../support/auth-stack.ts';
import { insertAccount, insertRow } from '../support/rows.ts';
import { enrol, showCode } from '../support/second-factor.ts';

/** Security mails to a user about changes of their sign-in in the auth service. */
let stack: AuthStack;
let auth: AuthUnderTest;
let db: Database;
let email: string;
let userId: string;
const password = 'correct horse battery';
const mails: Mail[] = [];

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start({ mailIntervalSeconds: 0 });
  db = connectDatabase(asApi(stack.databaseUrl));
});
afterAll(async () => {
  await db?.close();
  await stack?.stop();
});

/** Creates a user without a studio. */
beforeEach(async () => {
  email = `${crypto.randomUUID()}@example.org`;
  const user_metadata = { language: 'ca' };
  const made = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true, user_metadata });
  userId = made.data.user!.id;
  await stack.pool.query('delete from outbox');
  mails.length = 0;
});

async function told(): Promise<Pick<Mail, 'to' | 'language' | 'subject'>[]> {
  const jobs = { db, clock: () => Date.now() + 1_000, appOrigin: 'https://albumen.test' } as JobServices;
  await runOutbox({ ...jobs, sendMail: async (mail) => void mails.push(mail) });
  const { rows } = await stack.pool.query('select kind, last_error from outbox where done_at is null');
  expect(rows).toEqual([]);
  return mails.splice(0).map(({ to, language, subject }) => ({ to, language, subject }));
}
const inCatalan = (subject: string, to = email) => [{ to, language: 'ca', subject }];

async function signIn() {
  const client = auth.client();
  const { data } = await client.auth.signInWithPassword({ email, password });
  return { client, bearer: data.session!.access_token };
}
const entry = (payload: object) =>
  stack.pool.query(
    `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), $1, now())`,
    [payload],
  );

describe('a user is mailed', () => {
  it('nothing about a sign-in and other activity', async () => {
    const { client } = await signIn();
    await client.auth.updateUser({ data: { full_name: 'Ada Puig' } });
    await client.auth.refreshSession();
    await client.auth.signOut();
    expect(await told()).toEqual([]);
  });

  it('once about a password, in the sign-up language', async () => {
    const { client } = await signIn();
    await client.auth.updateUser({ password: 'another horse battery' });
    expect(await told()).toEqual(inCatalan('S’ha canviat la teva contrasenya'));
  });

  it('once in language and time zone of their own studio, however many they belong to', async () => {
    const members = [
      ['en', 'assistant', false],
      ['en', 'owner', true],
      ['es', 'owner', false],
    ] as const;
    for (const [language, role, isClosed] of members) {
      const values = { language, time_zone: 'Asia/Tokyo', deleted_at: isClosed ? new Date() : null };
      const { id: account_id } = await insertAccount(stack.pool, values);
      await insertRow(stack.pool, 'account_members', { account_id, user_id: userId, role, email });
    }
    const { client } = await signIn();
    await client.auth.updateUser({ password: 'another horse battery' });
    const { rows } = await stack.pool.query(`select account_id, payload ->> 'timeZone' as zone from outbox`);
    expect(rows).toEqual([{ account_id: null, zone: 'Asia/Tokyo' }]);
    expect(await told()).toEqual([{ to: email, language: 'es', subject: 'Se ha cambiado tu contraseña' }]);
  });

  it('about a changed e-mail at the previous address, after confirmation', async () => {
    const { client } = await signIn();
    await client.auth.updateUser({ email: `new-${email}` });
    expect(await told()).toEqual([]);
    for (const address of [email, `new-${email}`])
      await auth.call('GET', linkIn(lastMailTo(stack.mailbox, address)).path);
    expect(await told()).toEqual(inCatalan('S’ha canviat el teu correu electrònic'));
  });

  it('about a second factor on verification and removal', async () => {
    const { bearer } = await signIn();
    const begun = await enrol(auth, bearer, 'begun');
    await auth.call('DELETE', `/factors/${begun.factorId}`, { bearer });
    const app = await enrol(auth, bearer);
    expect(await told()).toEqual([]);
    const shown = await showCode(stack, auth, bearer, app);
    expect(await told()).toEqual(inCatalan('Dispositiu nou per a la verificació en dos passos'));
    await auth.call('DELETE', `/factors/${app.factorId}`, { bearer: shown.body['access_token'] as string });
    expect(await told()).toEqual(inCatalan('S’ha tret un dispositiu de la verificació en dos passos'));
  });

  it('about sign-in methods, with their provider', async () => {
    await entry({ action: 'identity_linked', actor_id: userId, traits: { provider: 'google' } });
    expect(await told()).toEqual(inCatalan('S’ha connectat Google al teu compte'));
    await entry({ action: 'identity_unlinked', actor_id: userId, traits: { provider: 'facebook' } });
    expect(await told()).toEqual(inCatalan('S’ha desconnectat Facebook del teu compte'));
  });

  it('about the deletion of their account, by anybody, hard or soft', async () => {
    await auth.admin.auth.admin.deleteUser(userId, true);
    expect(await told()).toMatchObject([{ to: email }]);
    await auth.admin.auth.admin.deleteUser(userId);
    expect(await told()).toEqual([]);
    const again = await auth.admin.auth.admin.createUser({
      email,
      email_confirm: true,
      user_metadata: { language: 'es' },
    });
    await auth.admin.auth.admin.deleteUser(again.data.user!.id);
    expect(await told()).toEqual([{ to: email, language: 'es', subject: 'Se ha eliminado tu cuenta' }]);
  });
});

it('an unconfirmed e-mail gets no mail of ours', async () => {
  await stack.pool.query('update auth.users set email_confirmed_at = null where id = $1', [userId]);
  await entry({ action: 'user_updated_password', actor_id: userId });
  await stack.pool.query('update auth.users set email = $2 where id = $1', [userId, `new-${email}`]);
  await stack.pool.query('delete from auth.users where id = $1', [userId]);
  expect(await told()).toEqual([]);
});

it('two entries of one change are one mail', async () => {
  const client = await stack.pool.connect();
  const insert = `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), $1, now())`;
  await client.query('begin');
  for (let n = 0; n < 2; n++) await client.query(insert, [{ action: 'user_updated_password', actor_id: userId }]);
  await client.query('commit');
  client.release();
  expect(await told()).toHaveLength(1);
});

it('a mail that cannot be stored blocks neither sign-in nor log entry', async () => {
  const { id: account_id } = await insertAccount(stack.pool);
  await insertRow(stack.pool, 'account_members', { account_id, user_id: userId, role: 'owner', email });
  const { client } = await signIn();
  await stack.pool.query('alter table outbox rename to elsewhere');
  try {
    expect((await client.auth.updateUser({ password: 'a third horse battery' })).error).toBeNull();
    expect((await auth.admin.auth.admin.updateUserById(userId, { email: `new-${email}` })).error).toBeNull();
    expect((await auth.admin.auth.admin.deleteUser(userId)).error).toBeNull();
  } finally {
    await stack.pool.query('alter table elsewhere rename to outbox');
  }
  const { rows } = await stack.pool.query('select kind from security_events where actor_id = $1 order by kind', [
    userId,
  ]);
  expect(rows).toEqual([{ kind: 'email_changed' }, { kind: 'password_changed' }]);
});

it('is a mail with text and HTML, without IP address and token', async () => {
  const { client } = await signIn();
  await client.auth.updateUser({ password: 'another horse battery' });
  const jobs = { db, clock: () => Date.now() + 1_000, appOrigin: 'https://albumen.test' } as JobServices;
  await runOutbox({ ...jobs, sendMail: mailer(stack.mailbox.smtpUrl, 'hello@albumen.test') });
  const mail = lastMailTo(stack.mailbox, email);
  expect(mail.links).toEqual(
    expect.arrayContaining(['https://albumen.test/login?mode=forgot&next=/app/settings/security']),
  );
  expect(JSON.stringify(mail)).not.toMatch(/127\.0\.0\.1:|token|\b\d{1,3}(\.\d{1,3}){3}\b/);
});
