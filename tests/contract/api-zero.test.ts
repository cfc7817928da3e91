import { inspect } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { ONE_GROUP, parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { makeGalleryId } from '#core/domain/values/ids.ts';
import { CANARY, canaryToken } from '#functions/platform/auth/canary.ts';
import { random } from '#functions/platform/auth/secrets.ts';
import { type ApiStack, startApi, ZERO_API_KEY } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { invite } from '../support/gallery-invites.ts';
import { connectPage } from '../support/live.ts';
import { insertSelection } from '../support/proofing.ts';
import { insertGallery, insertSection, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

expectLogged('PushProcessor', 'database_connection_lost', 'push_failed');

let api: ApiStack;
let studio: Studio;
let other: Studio;
beforeAll(async () => {
  api = await startApi();
  [studio, other] = [await makeStudio(api), await makeStudio(api)];
  // Objects that zero-cache creates in the upstream database when it starts.
  await api.db.pool.query(`
    create table zero_0.clients ("clientGroupID" text, "clientID" text, "lastMutationID" bigint not null,
      "userID" text, primary key ("clientGroupID", "clientID"));
    create table zero_0.mutations ("clientGroupID" text, "clientID" text, "mutationID" bigint, result json not null,
      primary key ("clientGroupID", "clientID", "mutationID"));`);
  return () => api.close();
});

let clientID: string;
let lastId: number;
beforeEach(() => {
  clientID = crypto.randomUUID();
  lastId = 0;
});

const call = (path: string, as: Person, account: string, body: unknown) =>
  api.call('POST', `/api/zero/${path}`, { as, account, channel: null, headers: { 'x-api-key': ZERO_API_KEY }, body });

interface Result {
  result: { error?: string; message?: string; details?: Record<string, unknown> };
}
interface PushAnswer {
  kind: string;
  userID: string;
  mutations?: Result[];
  reason?: string;
  message?: string;
}

async function push(name: string, args: object, as: Person = studio.owner, account: string = studio.id) {
  const timestamp = api.clock.now();
  const mutation = { type: 'custom', id: ++lastId, clientID, name, args: [{ now: 0, ...args }], timestamp };
  const body = { clientGroupID: `g-${clientID}`, mutations: [mutation], pushVersion: 1, timestamp, requestID: 'r' };
  const answer = await call('mutate?schema=zero_0&appID=zero', as, account, body);
  expect(answer.status).toBe(200);
  const pushed = JSON.parse(answer.text) as PushAnswer;
  return { ...pushed, first: pushed.mutations?.[0]?.result };
}

async function transform(name: string, args: object, as: Person = studio.owner, account: string = studio.id) {
  const answer = await call('query', as, account, ['transform', [{ id: 'q1', name, args: [args] }]]);
  return JSON.parse(answer.text) as { userID: string; queries: Array<Record<string, unknown>> };
}

/**
 * Terminates the connections that wait for a lock.
 * @returns their number
 */
async function cutWaiting(): Promise<number | null> {
  const cut = await api.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return cut.rowCount;
}

const galleryOf = async (id: string) =>
  (await api.db.pool.query('select name, status, updated_at from galleries where id = $1', [id])).rows[0];

it('a zero-cache without the studio’s rows is refused the studio’s queries', async () => {
  const { rows } = await api.db.pool.query<{ bucket: number }>('select hashtext($1) & 31 as bucket', [studio.id]);
  const bucket = rows[0]!.bucket;
  const ask = (app: string) => call(`query?appID=${app}`, studio.owner, studio.id, ['transform', []]);
  onTestFinished(() => void (api.operator.syncGroups = parseSyncGroups(ONE_GROUP)));
  api.operator.syncGroups = parseSyncGroups(`1:${bucket}-${bucket} 0:0-31`);
  const [listed] = (await api.call('GET', '/api/accounts', { as: studio.owner })).read(accounts.list);
  expect(listed!.syncGroups).toEqual([1, 0]);
  expect([await ask('zero'), await ask('zero_1')].map(({ status }) => status)).toEqual([200, 200]);
  const other = (bucket + 1) % 32;
  api.operator.syncGroups = parseSyncGroups(`0:0-31 1:${other}-${other}`);
  expect((await ask('zero_1')).error.code).toBe('forbidden');
  expect((await ask('zero_2')).status).toBe(403);
  expect((await ask('zero')).status).toBe(200);
});

describe('mutations', () => {
  it('run with user, account and time from the server', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    const answer = await push('galleries.setStatus', { id, to: 'published' });
    expect(answer).toMatchObject({ kind: 'MutateResponse', userID: studio.owner.userId, first: {} });
    const { rows } = await api.db.pool.query(
      'select status, published_at, status_changed_by from galleries where id = $1',
      [id],
    );
    expect(rows[0]).toMatchObject({ status: 'published', status_changed_by: studio.owner.userId });
    expect(Math.abs(rows[0].published_at.getTime() - api.clock.now())).toBeLessThan(MINUTE_MS);
  });

  it('change nothing of another account, whatever headers or arguments say', async () => {
    const foreign = await insertGallery(api.db.pool, other.id, { name: 'Theirs' });
    const answer = await push('galleries.update', { id: foreign, changes: { name: 'Mine' } });
    expect(answer.first).toEqual({ error: 'app', message: 'not_found', details: {} });
    expect(await galleryOf(foreign)).toMatchObject({ name: 'Theirs' });
    const stolen = await call('mutate?schema=zero_0&appID=zero', studio.owner, other.id, {});
    expect(stolen.status).toBe(403);
  });

  it('return the code of a refusal and continue with the next', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    const cases: Array<[string, object, Person, string, object]> = [
      [
        'galleries.setStatus',
        { id, to: 'archived' },
        studio.owner,
        'transition_refused',
        { from: 'draft', to: 'archived' },
      ],
      [
        'galleries.setStatus',
        { id, to: 'published' },
        studio.people.assistant,
        'forbidden',
        { capability: 'galleries.publish' },
      ],
      ['galleries.update', { id, changes: { accountId: other.id } }, studio.owner, 'validation_failed', {}],
      ['galleries.nothing', {}, studio.owner, 'not_found', { mutator: 'galleries.nothing' }],
      ['constructor', {}, studio.owner, 'not_found', {}],
      ['__proto__.toString', {}, studio.owner, 'not_found', {}],
    ];
    for (const [name, args, as, message, details] of cases) {
      expect((await push(name, args, as)).first).toMatchObject({ error: 'app', message, details });
    }
    expect((await push('galleries.update', { id, changes: { name: 'After all' } })).first).toEqual({});
    expect(await galleryOf(id)).toMatchObject({ name: 'After all', status: 'draft' });
  });

  it('have their effects in the same transaction: events, link previews and cache purges', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    await push('galleries.setStatus', { id, to: 'published' });
    await push('galleries.setStatus', { id, to: 'archived' });
    await push('galleries.setStatus', { id, to: 'hidden' });
    const events = await api.db.pool.query('select kind from gallery_events where gallery_id = $1 order by at, id', [
      id,
    ]);
    expect(events.rows.map(({ kind }) => kind)).toEqual(['published', 'hidden']);
    const effects = await api.db.pool.query('select kind from outbox where dedupe_key in ($1, $2) order by kind', [
      `og:${id}`,
      `purge-cdn:${studio.slug}`,
    ]);
    expect(effects.rows.map(({ kind }) => kind)).toEqual(['cdn.purge', 'og.refresh']);
  });

  it('trigger the outbox once for each push, and not without effects', async () => {
    const id = await publishedGallery(api, studio);
    api.outboxTriggers.length = 0;
    await push('galleries.setStatus', { id, to: 'hidden' });
    expect(api.outboxTriggers).toEqual([0]);
    await push('galleries.setStatus', { id, to: 'hidden' });
    await push('galleries.update', { id: await insertGallery(api.db.pool, studio.id), changes: { name: 'Draft' } });
    expect(api.outboxTriggers).toEqual([0]);
  });

  it('purge the cache immediately when access is revoked, and not for other changes', async () => {
    const dueIn = async () => {
      const { rows } = await api.db.pool.query(
        'select run_after from outbox where dedupe_key = $1 and done_at is null',
        [`purge-cdn:${studio.slug}`],
      );
      return rows[0] ? Math.max(0, Math.round((rows[0].run_after.getTime() - api.clock.now()) / 10_000) * 10) : null;
    };
    const id = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, id);
    const [hidden, open] = [
      await insertSection(api.db.pool, studio.id, id, { is_visible: false }),
      await insertSection(api.db.pool, studio.id, id),
    ];
    const update = (changes: object) => push('galleries.update', { id, changes });
    const inBulk = (name: string, args: object) => push(name, { galleryId: id, photoIds: [photo.id], ...args });
    const create = (isVisible: boolean) => {
      const section = { id: newId(), galleryId: id, name: 'Party', order: 3, isVisible };
      return push('sections.create', { ...section, photoIds: [photo.id] });
    };
    const cases: Array<[() => Promise<unknown>, number | null]> = [
      [() => update({ name: 'Another' }), null],
      [() => update({ visibility: 'invite' }), 0],
      [() => update({ expiresAt: api.clock.now() + 1000 }), 0],
      [() => push('photos.trash', { galleryId: id, photoIds: [photo.id] }), 0],
      [() => push('photos.restore', { galleryId: id, photoIds: [photo.id], cover: null }), null],
      [() => inBulk('photos.setSection', { sectionId: hidden }), 0],
      [() => inBulk('photos.setSection', { sectionId: open }), null],
      [() => inBulk('photos.arrange', { sectionId: hidden, before: null }), 0],
      [() => inBulk('photos.arrange', { sectionId: open, before: null }), null],
      [() => create(false), 0],
      [() => create(true), null],
      [() => push('galleries.setStatus', { id, to: 'hidden' }), 0],
      [() => push('galleries.setStatus', { id, to: 'published' }), null],
      [() => push('galleries.undoStatus', { id }), 0],
      [() => push('galleries.trash', { id }), 0],
    ];
    for (const [change, due] of cases) {
      await api.db.pool.query('delete from outbox');
      await change();
      expect([change.toString(), await dueIn()]).toEqual([change.toString(), due]);
    }
  });

  it('record a revoked invitation, choose the next cover, and enqueue failed photos', async () => {
    const id = await publishedGallery(api, studio);
    const { grantId } = await invite(api, studio, id);
    await push('grants.revoke', { id: grantId });
    const events = await api.db.pool.query(
      `select grant_id from gallery_events where gallery_id = $1 and kind = 'revoked'`,
      [id],
    );
    expect(events.rows).toEqual([{ grant_id: grantId }]);
    const [cover, next] = [await readyPhoto(api, studio, id), await readyPhoto(api, studio, id)];
    await api.db.pool.query('update galleries set cover_photo_id = $2 where id = $1', [id, cover.id]);
    await push('photos.trash', { galleryId: id, photoIds: [cover.id] });
    const { rows } = await api.db.pool.query('select cover_photo_id from galleries where id = $1', [id]);
    expect(rows).toEqual([{ cover_photo_id: next.id }]);
    const failed = await readyPhoto(api, studio, id, { status: 'failed', failure_reason: 'corrupt' });
    expect((await push('photos.retry', { galleryId: id, photoIds: [failed.id] })).first).toEqual({});
    const effects = await api.db.pool.query(`select payload from outbox where kind = 'photo.ingest'`);
    expect(effects.rows).toEqual([{ payload: { galleryId: id, photoId: failed.id } }]);
  });

  it('are refused in arguments that are nested too deeply to be checked', async () => {
    const { owner, id } = studio;
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const mutation = `{"type":"custom","id":1,"clientID":"c","name":"galleries.update","args":[${deep}],"timestamp":1}`;
    const push = `{"clientGroupID":"g","mutations":[${mutation}],"pushVersion":1,"timestamp":1,"requestID":"r"}`;
    for (const [path, body] of [
      ['mutate?schema=zero_0&appID=zero', push],
      ['query', `["transform",[{"id":"q","name":"galleries.byId","args":[${deep}]}]]`],
    ] as const) {
      const answer = await call(path, owner, id, body);
      expect([path, answer.status, answer.error.code]).toEqual([path, 400, 'invalid_json']);
    }
  });

  it('run once when repeated', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    await push('galleries.update', { id, changes: { name: 'First' } });
    lastId--;
    expect((await push('galleries.update', { id, changes: { name: 'Again' } })).first?.error).toBe('alreadyProcessed');
    lastId++;
    expect(await push('galleries.update', { id, changes: { name: 'Too early' } })).toMatchObject({
      kind: 'PushFailed',
    });
    expect(await galleryOf(id)).toMatchObject({ name: 'First' });
  });

  it('log no row values when the database refuses at the commit', async () => {
    const value = `canary-${crypto.randomUUID()}`;
    await api.db.pool.query(`
      create function quote_the_row() returns trigger language plpgsql as
        $$ begin raise exception 'cannot keep %', new.name; end $$;
      create constraint trigger quotes_the_row after insert on galleries deferrable initially deferred
        for each row when (new.name like 'canary-%') execute function quote_the_row()`);
    const written: string[] = [];
    const keep = (...words: unknown[]) => void written.push(words.map((word) => inspect(word)).join(' '));
    const spies = (['error', 'warn', 'info', 'log'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(keep),
    );
    const outputs = [process.stdout, process.stderr].map((output) =>
      vi.spyOn(output, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0),
    );
    try {
      const answer = await push('galleries.create', { id: makeGalleryId(random, studio.id), name: value });
      expect(answer.first?.error).toBe('app');
      expect(JSON.stringify(answer)).not.toContain(value);
    } finally {
      for (const spy of [...spies, ...outputs]) spy.mockRestore();
      await api.db.pool.query('drop trigger quotes_the_row on galleries; drop function quote_the_row()');
    }
    expect(written.join('\n')).toMatch(/P0001/);
    expect(written.join('\n')).not.toContain(value);
  });

  it('are neither applied nor refused while the database is down', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    // Another session locks the row and the mutation waits; then its connection is terminated, as by a restart.
    const holder = await api.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from galleries where id = $1 for update', [id]);
    const pushed = push('galleries.update', { id, changes: { name: 'Lost' } });
    try {
      await expect.poll(cutWaiting, { interval: 10 }).toBe(1);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    const answer = await pushed;
    expect(answer).toMatchObject({ kind: 'PushFailed', reason: 'database', message: 'database' });
    expect(JSON.stringify(answer)).not.toMatch(/terminat|127\.0\.0\.1|Lost/);
    lastId--;
    expect((await push('galleries.update', { id, changes: { name: 'In the end' } })).first).toEqual({});
    expect(await galleryOf(id)).toMatchObject({ name: 'In the end' });
  });
});

describe('queries', () => {
  it('return the account’s rows, whatever the arguments', async () => {
    const { queries, userID } = await transform('galleries.byId', { id: `${other.id}${'0'.repeat(16)}` });
    expect(userID).toBe(studio.owner.userId);
    expect(JSON.stringify(queries[0]?.['ast'])).toContain(studio.id);
  });

  it('return a code for invalid input', async () => {
    for (const [name, args, message] of [
      ['galleries.nothing', {}, 'not_found'],
      ['constructor', {}, 'not_found'],
      ['galleries.byId', { id: 5 }, 'validation_failed'],
    ] as const) {
      const { queries } = await transform(name, args);
      expect(queries[0]).toMatchObject({ error: 'app', message });
    }
  });

  it('are refused for a body that is no Zero request', async () => {
    for (const body of [{}, ['transform'], ['other', []], null]) {
      const answer = await call('query', studio.owner, studio.id, body);
      expect([answer.status, answer.error.code]).toEqual([400, 'validation_failed']);
    }
  });
});

it('a mutation wakes the outbox for those who are in a room that it changed', async () => {
  const listId = await insertSelection(api, studio, await publishedGallery(api, studio));
  const token = await api.issuer.sign(studio.owner);
  const page = await connectPage(api, { query: { channel: 'backoffice', token, accountId: studio.id } });
  expect(await page.join(`l:${listId}`)).toMatchObject({ type: 'joined' });
  api.outboxTriggers.length = 0;
  expect((await push('proofing.updateSelection', { id: listId, changes: { name: 'Cover' } })).first).toEqual({});
  expect(api.outboxTriggers).toEqual([0]);
  await page.end();
});

describe('the canary', () => {
  const as = (token: string) => ({ token, channel: null, headers: { 'x-api-key': ZERO_API_KEY } });
  const ask = (token: string, account: string) =>
    api.call('POST', '/api/zero/query', {
      ...as(token),
      account,
      body: ['transform', [{ id: 'q1', name: 'galleries.list', args: [{ limit: 1 }] }]],
    });

  it('reads its own studio, whatever account it names', async () => {
    const token = canaryToken(ZERO_API_KEY, api.clock.now());
    const answer = await ask(token, studio.id);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(CANARY.accountId);
    expect(answer.text).not.toContain(studio.id);
  });

  it('is unknown to all other endpoints', async () => {
    const token = canaryToken(ZERO_API_KEY, api.clock.now());
    for (const path of ['/api/accounts', '/api/customers']) {
      const options = { token, account: CANARY.accountId, channel: 'backoffice' };
      expect((await api.call('GET', path, options)).status).not.toBe(200);
    }
    const withoutKey = { token, account: CANARY.accountId, channel: null };
    expect((await api.call('POST', '/api/zero/query', { ...withoutKey, body: [] })).status).toBe(403);
  });
});

describe('a mutation that may redirect what clients pay or answer', () => {
  const text = { language: 'en', subject: 'To pay', body: 'Pay into ES12' };
  const mail = { kind: 'mail', settings: { texts: { en: { subject: text.subject, body: text.body } } } };
  const timing = { anchor: 'booked', offsetUnit: 'days', offsetAmount: 1, timeOfDay: 600 };
  const contract = {
    id: newId(),
    name: 'Wedding',
    texts: { en: { title: 'Contract', body: text.body } },
    needsCountersignature: false,
  };
  const typeId = newId();
  const CALLS: readonly [name: string, args: object, kind: string][] = [
    ['mailTemplates.set', { kind: 'payment_request', ...text }, 'client_texts_changed'],
    ['contractTemplates.create', contract, 'client_texts_changed'],
    ['contractTemplates.update', { id: contract.id, changes: { texts: contract.texts } }, 'client_texts_changed'],
    [
      'automations.add',
      { sessionTypeId: typeId, steps: [{ id: newId(), timing, content: mail }] },
      'client_texts_changed',
    ],
    ['automations.update', { id: newId(), content: mail }, 'client_texts_changed'],
    ['settings.setBooking', { rules: { pageText: 'Pay to ES00.' } }, 'client_texts_changed'],
    ['settings.setPhotographer', { profile: { email: 'thief@example.org' } }, 'reply_address_changed'],
    ['settings.setMethods', { methods: { iban: 'ES9121000418450200051332' } }, 'payment_methods_changed'],
  ];
  const age = (interval: string) =>
    api.db.pool.query('update auth.sessions set created_at = now() - $2::interval where user_id = $1', [
      studio.owner.userId,
      interval,
    ]);
  beforeAll(async () => {
    await transform('galleries.list', {});
    return () => age('0 hours');
  });

  it.each(CALLS)('%s is refused after two hours', async (name, args) => {
    await age('2 hours');
    expect((await push(name, args)).first).toMatchObject({ error: 'app', message: 'recent_sign_in_required' });
  });

  it.each([CALLS[0]!, CALLS[1]!, CALLS.at(-1)!])('%s is told to the owners', async (name, args, kind) => {
    await age('0 hours');
    await api.db.pool.query('delete from security_events where account_id = $1', [studio.id]);
    expect((await push(name, args)).first).toEqual({});
    const { rows } = await api.db.pool.query(
      `select e.kind, e.actor_id, o.payload ->> 'what' as what from security_events e
         join outbox o on o.account_id = e.account_id and o.kind = 'security.notice' and o.done_at is null
       where e.account_id = $1 and o.payload ->> 'what' = e.kind`,
      [studio.id],
    );
    expect(rows[0]).toEqual({ kind, actor_id: studio.owner.userId, what: kind });
  });

  it('is not one that leaves the texts and the address', async () => {
    await age('2 hours');
    expect((await push('settings.setPhotographer', { profile: { phone: '600' } })).first).toEqual({});
    expect((await push('settings.setBooking', { rules: { reminderHours: 48 } })).first).toEqual({});
  });
});
