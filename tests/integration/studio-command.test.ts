import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_ATTEMPTS } from '#functions/outbox/effects.ts';
import { runChild } from '#ops/lib/child.ts';
import { GIVEN_UP_AFTER } from '#ops/studio/studios.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount, insertGallery, insertPhoto, insertRow, newId } from '../support/rows.ts';

let database: TestDatabase;
let small: { id: string; slug: string };
let large: { id: string; slug: string };
beforeAll(async () => {
  database = await createDatabase();
  small = await studio(1000);
  large = await studio(5_000_000);
  const usage = { account_id: large.id, day: '2026-02-03', hours: 3, byte_hours: 4_000_000, download_bytes: 7000 };
  await insertRow(database.pool, 'usage_days', usage);
});
afterAll(() => database?.drop());

async function studio(size: number) {
  const { id } = await insertAccount(database.pool);
  const gallery = await insertGallery(database.pool, id);
  await insertPhoto(database.pool, id, gallery, { size, filename: 'secret-name.jpg' });
  const { rows } = await database.pool.query('select id, slug from accounts where id = $1', [id]);
  return rows[0] as { id: string; slug: string };
}

/** Runs the command in a process of its own, against the test's database, whose outbox no job empties. */
const run = (...args: string[]) => runWaiting(0, ...args);

async function runWaiting(seconds: number, ...given: string[]) {
  const args = [...given, ...(given.length > 0 ? ['--wait', String(seconds)] : [])];
  const env = { DATABASE_DIRECT_URL: database.url };
  const { code, output } = await runChild('node_modules/.bin/node', ['ops/studio/main.ts', ...args], { env });
  return { code, output };
}

it('lists the studios that store most, and what each has', async () => {
  const { code, output } = await run('list', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject([
    { id: large.id, stored: 5_000_000, galleries: 1, closedAt: null },
    { id: small.id, stored: 1000 },
  ]);
});

it('shows a studio by its address, with its months, and nothing of its photos', async () => {
  const { code, output } = await run('show', large.slug);
  expect([code, output]).toEqual([0, expect.stringContaining(large.id)]);
  expect(output).toMatch(/2026-02\s+5\.95 kB\s+7\.00 kB/);
  expect(output).not.toContain('secret-name');
});

it('shows effects that the outbox gave up', async () => {
  const effect = { account_id: large.id, kind: 'cdn.purge', payload: {}, attempts: GIVEN_UP_AFTER };
  await insertRow(database.pool, 'outbox', { id: newId(), ...effect });
  expect(GIVEN_UP_AFTER).toBe(MAX_ATTEMPTS);
  expect((await run('show', large.id)).output).toMatch(/given up\s+cdn\.purge ×1/);
});

it('shows blocked galleries and photos by their ids', async () => {
  expect((await run('show', small.id)).output).toMatch(/blocked +no gallery, no photo/);
  const { id } = await insertAccount(database.pool);
  const gallery = await insertGallery(database.pool, id, { held_at: '2026-02-03', name: 'secret-gallery' });
  const photo = await insertPhoto(database.pool, id, gallery, { held_at: '2026-02-04', is_hidden: true });
  const { output } = await run('show', id);
  expect(output).toMatch(
    new RegExp(`blocked +gallery ${gallery} \\(2026-02-03\\)\n +gallery ${gallery}, photo ${photo} `),
  );
  expect(output).not.toContain('secret-gallery');
});

it('shows the days of a month', async () => {
  const { output } = await run('usage', large.id, '--month', '2026-02');
  expect(output).toMatch(/2026-02-03\s+2\s+2\.00 MB\s+7\.00 kB/);
});

it.each([
  [[], 0, 'npm run studio -- list'],
  [['nonsense'], 2, 'none of list, show, usage'],
  [['list', '--sort', 'name'], 2, "Unknown option '--sort'"],
  [['list', '--stage', 'dev', '--data', 'folder'], 2, '--stage or --data'],
  [['decide', 'nothing', '--decision', 'acted', '--reason', 'x'], 1, 'No notice has the id'],
  [['retract', 'nothing'], 1, 'No announcement has the id'],
  [['show'], 2, 'Say which studio'],
  [['show', 'nobody'], 1, 'No studio has'],
  [['list', '--by', 'name'], 2, '--by is one of stored, downloaded, newest'],
  [['usage', 'nobody', '--month', '2026-13'], 1, 'No studio has'],
])('refuses %j', async (args, exit, text) => {
  expect(await run(...args)).toEqual({ code: exit, output: expect.stringContaining(text) });
});

const acts = async () =>
  (await database.pool.query(`select account_id, slug, actor, kind, reason, outcome from operator_events order by at`))
    .rows;

it('acts on nothing without a reason and the studio’s address', async () => {
  expect(await run('suspend', small.slug)).toMatchObject({ code: 2, output: expect.stringContaining('--reason') });
  const reason = ['--reason', 'Spam'];
  expect((await run('suspend', small.slug, ...reason)).output).toContain('--confirm');
  expect(await run('suspend', small.slug, ...reason, '--confirm', large.slug)).toMatchObject({ code: 1 });
  expect(await acts()).toEqual([]);
});

it('requests an act, which the outbox carries out, and lists it', async () => {
  const { code } = await run('suspend', small.id, '--reason', 'Spam', '--confirm', small.slug, '--as', 'Nina');
  expect(code).toBe(0);
  expect(await acts()).toEqual([
    { account_id: small.id, slug: small.slug, actor: 'Nina', kind: 'suspend', reason: 'Spam', outcome: null },
  ]);
  const { rows } = await database.pool.query(`select kind, account_id from outbox where kind = 'operator.act'`);
  expect(rows).toEqual([{ kind: 'operator.act', account_id: null }]);
  expect((await run('log', small.slug)).output).toMatch(/Nina +suspend +waits +Spam/);
});

it.each([
  ['done', 0, 'done.'],
  ['unchanged', 0, 'so already'],
  ['too_early', 1, '76 days'],
])('waits for an act, and tells that it ended as %s', async (outcome, code, text) => {
  const command = runWaiting(30, 'close', large.slug, '--reason', outcome, '--confirm', large.slug);
  const carryOut = async () =>
    (await database.pool.query('update operator_events set outcome = $1, done_at = now() where reason = $1', [outcome]))
      .rowCount;
  await expect.poll(carryOut, { timeout: 20_000 }).toBe(1);
  expect(await command).toEqual({ code, output: expect.stringContaining(text) });
});

it('takes nothing down without a statement of reasons', async () => {
  const act = ['takedown', large.slug, '--website', '--reason', 'Facts', '--confirm', large.slug];
  expect(await run(...act)).toMatchObject({ code: 2, output: expect.stringMatching(/--ground, --rule, --source/) });
  const reasons = ['--ground', 'law', '--rule', 'Art. 7', '--source', 'own'];
  expect((await run(...act, ...reasons)).code).toBe(0);
  const { rows } = await database.pool.query(`select params from operator_events where kind = 'takedown'`);
  expect(rows).toEqual([
    { params: { target: 'website', ground: 'law', rule: 'Art. 7', source: 'own', territory: '' } },
  ]);
});

it.each([
  [['credit', '12.50'], { amount: 1250 }],
  [['credit', '7'], { amount: 700 }],
  [['limits', 'stored=100GB'], { limit: 'stored', value: 1e11 }],
  [['limits', 'mails=200'], { limit: 'mails', value: 200 }],
  [['limits', 'galleries=default'], { limit: 'galleries', value: null }],
])('requests %j as %j', async ([verb = '', value = ''], params) => {
  const act = [verb, small.slug, value, '--reason', 'An outage', '--confirm', small.slug];
  expect((await run(...act)).code).toBe(0);
  const { rows } = await database.pool.query(
    'select kind, params from operator_events where kind = $1 order by at desc limit 1',
    [verb],
  );
  expect(rows).toEqual([{ kind: verb, params }]);
});

it.each([
  ['credit', '-3'],
  ['credit', '1.5'],
  ['credit', '0'],
  ['limits', 'mails=2GB'],
  ['limits', 'studios=20'],
  ['limits', 'stored'],
  ['limits', 'stored=100'],
  ['suspend', 'now'],
])('refuses %s %s', async (verb, value) => {
  expect((await run(verb, small.slug, value, '--reason', 'x', '--confirm', small.slug)).code).toBe(2);
});

it.each([
  [['suspend', '--gallery', 'x'], 'suspend takes no --gallery'],
  [['restore', '--website', '--gallery', 'x'], '--website or --gallery'],
  [['suspend', '--visible-from', '2027-02-30'], '--visible-from is a day in the next 180 days'],
  [['suspend', '--visible-from', '2020-02-01'], '--visible-from is a day in the next 180 days'],
  [['suspend', '--visible-from', '2099-02-01'], '--visible-from is a day in the next 180 days'],
])('requests nothing by %j', async ([verb = '', ...options], text) => {
  const act = [verb, large.slug, ...options, '--reason', 'Nothing', '--confirm', large.slug];
  expect(await run(...act)).toEqual({ code: 2, output: expect.stringContaining(text) });
  expect((await acts()).filter(({ reason }) => reason === 'Nothing')).toEqual([]);
});

it('lists what each act was about', async () => {
  const output = (await run('log', large.slug)).output + (await run('log', small.slug)).output;
  expect(output).toMatch(/takedown +waits +--website +Facts/);
  expect(output).toMatch(/credit +waits +12\.50 +An outage/);
  expect(output).toMatch(/limits +waits +galleries=default +An outage/);
});

it('shows what a studio pays by', async () => {
  await insertRow(database.pool, 'account_plans', {
    account_id: large.id,
    since: '2026-02-01',
    cap: 5000,
    credit: 1250,
    month: '2026-03',
    closed_month: '2026-02',
    limits: '{"stored": 100000000000}',
  });
  await database.pool.query(`update accounts set plan_state = 'past_due' where id = $1`, [large.id]);
  expect((await run('list')).output).toMatch(new RegExp(`${large.id} .* past_due `));
  expect((await run('show', large.slug)).output).toMatch(/cap 50\.00, credit 12\.50, exceptions: stored 100 GB/);
});

it('announces to all studios or to those that are named, lists it, and ends it', async () => {
  const texts = ['--en', 'Tonight', '--es', 'Esta noche', '--ca', 'Aquesta nit'];
  expect(await run('announce', '--kind', 'maintenance', ...texts)).toMatchObject({
    code: 2,
    output: expect.stringContaining('--until'),
  });
  const until = ['--until', '2027-02-01T02:00Z', '--from', '2027-01-31'];
  expect(await run('announce', '--kind', 'party', '--en', 'Tonight', ...until)).toMatchObject({
    code: 2,
    output: expect.stringMatching(/Missing or wrong: --kind, --es, --ca/),
  });
  expect((await run('announce', '--kind', 'info', ...texts, '--until', '1 May')).code).toBe(2);
  const announced = await run('announce', '--kind', 'maintenance', ...texts, ...until, '--studios', small.slug);
  expect(announced).toMatchObject({ code: 0, output: expect.stringContaining('`announcements` says how it ended') });
  const { rows } = await database.pool.query(
    `select id, account_id, reason, params from operator_events where kind = 'announce'`,
  );
  expect(rows).toMatchObject([
    {
      account_id: null,
      reason: 'Tonight',
      params: { from: '2027-01-31T00:00:00.000Z', until: '2027-02-01T02:00:00.000Z', studios: [small.id] },
    },
  ]);
  expect((await run('retract', rows[0].id)).code).toBe(0);
  expect((await run('announcements')).output).toMatch(new RegExp(`maintenance .* ${small.id} +waits +Tonight`));
});
