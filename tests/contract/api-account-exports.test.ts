import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { EXPORT_MS } from '#core/domain/account-exports.ts';
import { DAY_MS } from '#core/domain/durations.ts';
import { EXPORTED_TABLES } from '#functions/accounts/export-tables.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { type ApiStack, startApi } from '../support/api.ts';
import { markAccount } from '../support/canary.ts';
import { insertSampleRows } from '../support/sample-rows.ts';
import { securityEvents } from '../support/team-members.ts';
import { insertCustomer } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const { accounts } = endpoints;

let api: ApiStack;
beforeAll(async () => {
  api = await startApi();
  return () => api.close();
});

const ask = (studio: Pick<Studio, 'id' | 'owner'>, as = studio.owner) =>
  api.call('POST', `/api/accounts/${studio.id}/exports`, { as, body: {} });
const link = (studio: Pick<Studio, 'id' | 'owner'>, id: string, as = studio.owner) =>
  api.call('POST', `/api/accounts/${studio.id}/exports/${id}/link`, { as, body: {} });
const sql = (text: string, ...values: unknown[]) => api.db.pool.query(text, values);
const stateOf = async (id: string) =>
  (await sql('select status from account_exports where id = $1', id)).rows[0]?.status;

async function exported(studio: Studio): Promise<Record<string, string>> {
  const { id } = (await ask(studio)).read(accounts.exportData);
  await runOutbox(api.jobs);
  const { url } = (await link(studio, id)).read(accounts.exportLink);
  const files = unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('an account export', () => {
  it('includes every table of an account, or lists why it is left out', async () => {
    const { rows } = await sql(
      `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE' order by 1`,
    );
    const leftOut = rows.map(({ name }) => String(name)).filter((name) => !(name in EXPORTED_TABLES));
    // Counters and totals can be derived; the rest holds secrets or internal state.
    expect(leftOut).toEqual([
      'account_exports',
      'account_usage',
      'archive_notifications',
      'archives',
      'calendar_feeds',
      'customer_balances',
      'customer_stats',
      'gallery_pins',
      'gallery_secrets',
      'gallery_stats',
      'grant_tokens',
      'message_payments',
      'og_images',
      'outbox',
      'photo_replacements',
      'photo_stats',
      'receipt_counters',
      'retired_photo_files',
      'revenue_months',
      'sent_notices',
      'session_links',
      'slot_holds',
      'slug_history',
      'visitor_access',
    ]);
  });

  it('contains CSV and JSON tables without secrets', async () => {
    const studio = await makeStudio(api);
    const { accountId: other } = await insertSampleRows(api.db.pool);
    await markAccount(api.db.pool, other, 'canarytheirs');
    await sql('delete from outbox where account_id = $1', other);
    const ids = await Promise.all(
      Array.from({ length: 3 }, (_, n) => insertCustomer(api.db.pool, studio.id, { name: `Núria "${n}"; =1+1` })),
    );
    const files = await exported(studio);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        'README.txt',
        'originals.csv',
        ...Object.keys(EXPORTED_TABLES).flatMap((t) => [`csv/${t}.csv`, `json/${t}.json`]),
      ].toSorted(),
    );
    const customers = JSON.parse(files['json/customers.json']!) as { id: string; name: string; created_at: string }[];
    expect(customers.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(customers[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/);
    expect(files['csv/customers.csv']!.trim().split('\r\n')).toHaveLength(4);
    expect(files['csv/customers.csv']).toContain('"Núria ""0""; =1+1"');
    expect(JSON.parse(files['json/payments.json']!)).toEqual([]);
    const all = Object.values(files).join('\n');
    for (const word of ['canarytheirs', other, 'token_hash', 'password_hash', 'pin_hash', 'original_key', 'image_key'])
      expect(all).not.toContain(word);
    // Inserts every noun twice, with markers in another account's rows; hence the timeout.
  }, 90_000);

  it('contains each row once, over any number of pages', async () => {
    const studio = await makeStudio(api);
    await sql(
      `insert into customers (id, account_id, author_id, name)
       select left('x' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(), 'Client ' || n from generate_series(1, 2001) n`,
      studio.id,
    );
    const rows = JSON.parse((await exported(studio))['json/customers.json']!) as { id: string }[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2001);
    expect(rows).toHaveLength(2001);
  });
});

describe('requesting an export', () => {
  it('is allowed to the owner soon after sign-in; all owners see it in the log', async () => {
    const studio = await makeStudio(api);
    for (const role of ['admin', 'photographer', 'assistant'] as const)
      expect((await ask(studio, studio.people[role])).status).toBe(403);
    expect((await ask(studio, (await makeStudio(api)).owner)).status).toBe(404);
    await api.call('GET', '/api/accounts', { as: studio.owner });
    await sql(
      `update auth.sessions set created_at = now() - interval '61 minutes' where user_id = $1`,
      studio.owner.userId,
    );
    expect((await ask(studio)).error.code).toBe('recent_sign_in_required');
    await sql('update auth.sessions set created_at = now() where user_id = $1', studio.owner.userId);
    expect((await ask(studio)).status).toBe(201);
    expect((await securityEvents(api, studio.id)).map(({ kind }) => kind)).toContain('data_exported');
  });

  it('queues one export, however often it is requested', async () => {
    const studio = await makeStudio(api);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(studio)));
    expect(new Set(answers.map((answer) => answer.read(accounts.exportData).id)).size).toBe(1);
  });

  it('is limited for each day', async () => {
    const studio = await makeStudio(api);
    for (let n = 0; n < 10; n += 1) expect((await ask(studio)).status).toBe(201);
    expect((await ask(studio)).status).toBe(429);
  });
});

describe('the file', () => {
  it('is available to owners for a week, then deleted', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    expect((await link(studio, id)).status).toBe(404);
    await runOutbox(api.jobs);
    const { url } = (await link(studio, id)).read(accounts.exportLink);
    expect((await link(studio, id, studio.people.admin)).status).toBe(403);
    const sessions = 'update auth.sessions set created_at = now() - $2::interval where user_id = $1';
    await sql(sessions, studio.owner.userId, '61 minutes');
    expect((await link(studio, id)).error.code).toBe('recent_sign_in_required');
    await sql(sessions, studio.owner.userId, '0 minutes');
    const stranger = await makeStudio(api);
    expect((await link(stranger, id)).status).toBe(404);
    expect((await fetch(url)).headers.get('content-disposition')).toMatch(/attachment.*\.zip/);
    api.clock.advance(EXPORT_MS);
    expect((await link(studio, id)).status).toBe(404);
    await runOutbox(api.jobs);
    expect(await stateOf(id)).toBe('expired');
    expect(await api.services.storage.head('renditions', `exports/${studio.id}/${id}/studio.zip`)).toBeNull();
  });

  it('is discarded if a customer was erased while it was packed', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    const { storage } = api.jobs;
    const put: typeof storage.put = async (...file) => {
      const isStored = await storage.put(...file);
      await sql(`update account_exports set status = 'failed' where id = $1`, id);
      return isStored;
    };
    expect(await runOutbox({ ...api.jobs, storage: { ...storage, put } })).toMatchObject({ failed: 0 });
    expect(await stateOf(id)).toBe('failed');
    expect(await storage.head('renditions', `exports/${studio.id}/${id}/studio.zip`)).toBeNull();
    expect((await sql(`select from outbox where dedupe_key = $1`, `export-end:${id}`)).rowCount).toBe(0);
  });

  it('is discarded if another run of the same export finished first', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    const { storage } = api.jobs;
    const put: typeof storage.put = async (...file) => {
      const isStored = await storage.put(...file);
      const ready = `status = 'ready', size = 1, ready_at = now(), expires_at = now() + interval '7 days'`;
      await sql(`update account_exports set ${ready} where id = $1`, id);
      return isStored;
    };
    expect(await runOutbox({ ...api.jobs, storage: { ...storage, put } })).toMatchObject({ failed: 0 });
    expect(await storage.head('renditions', `exports/${studio.id}/${id}/studio.zip`)).not.toBeNull();
  });

  it('reports failure after the last attempt and allows another export', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    await sql(`delete from outbox where dedupe_key = $1`, `export:${id}`);
    api.clock.advance(DAY_MS);
    await emptyTrash(api.jobs);
    expect(await stateOf(id)).toBe('failed');
    await sql('update auth.sessions set created_at = now() where user_id = $1', studio.owner.userId);
    expect((await ask(studio)).read(accounts.exportData).id).not.toBe(id);
  });
});
