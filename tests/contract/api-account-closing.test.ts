import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { MAX_ACCOUNTS_PER_USER } from '#core/domain/studio/accounts.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi, ZERO_API_KEY } from '../support/api.ts';
import { newPerson, securityEvents } from '../support/team-members.ts';
import { insertAccount, insertRow, insertWatermark, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const { accounts } = endpoints;

const api = await testApi();

const close = (studio: Studio, name = 'Studio', as = studio.owner) =>
  api.call('POST', `/api/accounts/${studio.id}/close`, { as, body: { name } });
const restore = (studio: Studio, as = studio.owner) => api.call('POST', `/api/accounts/${studio.id}/restore`, { as });
const closed = async (as: Person) => (await api.call('GET', '/api/accounts/closed', { as })).read(accounts.closed);
const list = async (as: Person) => (await api.call('GET', '/api/accounts', { as })).read(accounts.list);
const sql = (text: string, ...values: unknown[]) => api.db.pool.query(text, values);

describe('closing a studio', () => {
  it('is allowed to the owner, who types its name', async () => {
    const studio = await makeStudio(api);
    for (const role of ['admin', 'photographer', 'assistant'] as const) {
      const answer = await close(studio, 'Studio', studio.people[role]);
      expect([answer.status, answer.error]).toMatchObject([403, { params: { capability: 'account.delete' } }]);
    }
    const [foreign, missing] = [
      await close(studio, 'Studio', await newPerson(api)),
      await close({ ...studio, id: newId(10) }),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    for (const name of ['', 'studio', 'Studi']) {
      const answer = await close(studio, name);
      expect([answer.status, answer.error]).toMatchObject([422, { code: 'confirmation_wrong', field: 'name' }]);
    }
    expect((await list(studio.owner)).map(({ id }) => id)).toEqual([studio.id]);
  });

  it('is rate-limited; reopening never is', async () => {
    const studio = await makeStudio(api);
    for (let n = 0; n < 3; n += 1) {
      // Requests refused for other reasons do not count.
      expect((await close(studio, 'Another')).status).toBe(422);
      expect((await close(studio)).status).toBe(200);
      expect((await restore(studio)).status).toBe(200);
    }
    const refused = await close(studio);
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await list(studio.owner)).map(({ id }) => id)).toEqual([studio.id]);
    expect((await close(await makeStudio(api))).status).toBe(200);
    api.clock.advance(DAY_MS);
    await sql('update auth.sessions set created_at = now() where user_id = $1', studio.owner.userId);
    expect((await close(studio)).status).toBe(200);
    expect((await restore(studio)).status).toBe(200);
  });

  it('revokes pages, gallery access, images and sockets immediately', async () => {
    const studio = await makeStudio(api);
    const galleryId = await publishedGallery(api, studio, { visibility: 'public' });
    await sql(
      `insert into og_images (gallery_id, account_id, token, file_id) values ($1, $2, $3, $4)`,
      galleryId,
      studio.id,
      newId(43),
      newId(24),
    );
    expect((await close(studio, ' Studio ')).status).toBe(200);

    const visitor = { channel: 'public' } as const;
    for (const [method, path] of [
      ['GET', `/api/p/${studio.slug}`],
      ['GET', `/api/p/${studio.slug}/gallery/${galleryId}`],
    ] as const)
      expect([path, (await api.call(method, path, visitor)).status]).toEqual([path, 404]);
    const page = await api.call('GET', `/p/${studio.slug}/gallery/${galleryId}`, { channel: null });
    expect(page.status).toBe(404);
    const verified = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, visitor);
    const never = await api.call('POST', `/api/p/${studio.id}${'0'.repeat(16)}/galleries/verify`, visitor);
    expect([verified.status, verified.text, verified.cookies.size]).toEqual([never.status, never.text, 0]);

    for (const as of Object.values(studio.people)) {
      const member = { as, account: studio.id };
      expect((await api.call('POST', '/api/images/token', member)).status).toBe(403);
      const body = ['transform', [{ id: 'q', name: 'galleries.list', args: [{ limit: 10 }] }]];
      const socket = { ...member, channel: null, headers: { 'x-api-key': ZERO_API_KEY }, body };
      expect((await api.call('POST', endpoints.zero.query.path, socket)).status).toBe(403);
      expect(await list(as)).toEqual([]);
    }
    await runOutbox(api.jobs);
    expect(api.purged).toEqual(expect.arrayContaining([`/p/${studio.slug}*`, `/api/p/${studio.slug}*`]));
    expect((await sql('select from og_images where account_id = $1', studio.id)).rowCount).toBe(0);
    // Its slug stays reserved.
    const free = await api.call('GET', `/api/accounts/slug-available?slug=${studio.slug}`, {
      as: await newPerson(api),
    });
    expect(free.read(accounts.slugAvailable)).toEqual({ available: false, reason: 'slug_taken' });
    expect((await close(studio)).status).toBe(404);
  });
});

describe('owners of a closed studio', () => {
  it('each get a mail, and nobody else does', async () => {
    const studio = await makeStudio(api, 'Llum');
    await sql(`update accounts set language = 'es' where id = $1`, studio.id);
    const [other, unconfirmed] = [await newPerson(api), await newPerson(api)];
    for (const { userId, email } of [other, unconfirmed])
      await insertRow(api.db.pool, 'account_members', { account_id: studio.id, user_id: userId, role: 'owner', email });
    await sql('update auth.users set email_confirmed_at = null where id = $1', unconfirmed.userId);
    expect((await close(studio, 'Studio')).status).toBe(422);
    // Members of these tests share addresses; the user of the latest sign-in has one.
    const ownEmail = `${newId()}@example.org`;
    await sql('update auth.users set email = $2 where id = $1', studio.owner.userId, ownEmail);
    await runOutbox(api.jobs);
    api.mails.length = 0;
    expect((await close(studio, 'Llum')).status).toBe(200);
    await runOutbox(api.jobs);
    const told = { language: 'es', subject: 'Llum se ha cerrado', fromName: 'Albumen', replyTo: '' };
    expect(api.mails.toSorted((a, b) => a.to.localeCompare(b.to))).toMatchObject(
      [ownEmail, other.email].toSorted((a, b) => a.localeCompare(b)).map((to) => ({ ...told, to })),
    );
    expect(api.mails[0]?.text).toContain(`${api.jobs.appOrigin}/app/studios/new`);
  });
});

describe('reopening it', () => {
  it('restores everything for everybody, and is logged', async () => {
    const studio = await makeStudio(api);
    const galleryId = await publishedGallery(api, studio);
    await close(studio);
    const [row, ...rest] = await closed(studio.owner);
    expect([row, rest]).toMatchObject([{ id: studio.id, name: 'Studio', erasedAt: row!.deletedAt + TRASH_MS }, []]);
    expect(await closed(studio.people.admin)).toEqual([]);
    for (const as of [studio.people.admin, await newPerson(api)]) expect((await restore(studio, as)).status).toBe(404);

    expect((await restore(studio)).read(accounts.restore)).toMatchObject({ id: studio.id, role: 'owner' });
    expect(await closed(studio.owner)).toEqual([]);
    expect((await list(studio.people.assistant)).map(({ id }) => id)).toEqual([studio.id]);
    expect((await api.call('GET', `/api/p/${studio.slug}/gallery/${galleryId}`, { channel: 'public' })).status).toBe(
      200,
    );
    expect((await securityEvents(api, studio.id)).map(({ kind }) => kind)).toEqual([
      'account_deleted',
      'account_restored',
    ]);
    expect((await restore(studio)).status).toBe(404);
  });

  it('fails after the grace period', async () => {
    const studio = await makeStudio(api);
    await close(studio);
    await sql('update accounts set deleted_at = $2 where id = $1', studio.id, new Date(api.clock.now() - TRASH_MS));
    expect(await closed(studio.owner)).toEqual([]);
    expect((await restore(studio)).status).toBe(404);
  });

  it('needs no capacity: closed studios count until they are erased', async () => {
    const studio = await makeStudio(api);
    await close(studio);
    for (let n = 1; n < MAX_ACCOUNTS_PER_USER; n++) {
      const { id } = await insertAccount(api.db.pool);
      const { userId, email } = studio.owner;
      await insertRow(api.db.pool, 'account_members', { account_id: id, user_id: userId, role: 'owner', email });
    }
    const body = { name: 'More', slug: `more-${newId()}`, currency: 'EUR', timeZone: 'UTC', language: 'en' };
    const another = await api.call('POST', '/api/accounts', { as: studio.owner, body });
    expect(another.error.code).toBe('account_limit');
    expect((await restore(studio)).status).toBe(200);
  });
});

describe('a studio after the grace period', () => {
  /** Runs the job as often as the schedule would. */
  async function sweep() {
    const found = [];
    for (let hour = 0; hour < 3; hour++) {
      found.push(await emptyTrash(api.jobs));
      await runOutbox(api.jobs);
    }
    return found;
  }
  const put = (bucket: 'originals' | 'renditions', key: string) =>
    api.services.storage.put(bucket, key, new Uint8Array([1]), { contentType: 'image/jpeg' });
  const keys = async (bucket: 'originals' | 'renditions') =>
    (await api.services.storage.list(bucket, '')).objects.map(({ key }) => key);

  async function filled(): Promise<{ studio: Studio; galleryId: string }> {
    const studio = await makeStudio(api);
    const galleryId = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, galleryId);
    const mark = await insertWatermark(api.db.pool, studio.id);
    await put('originals', photo.originalKey);
    await put('originals', `watermarks/${studio.id}/${mark}`);
    for (const key of [`${galleryId}/${photo.fileId}/a.jpg`, `og/${galleryId}/b.jpg`, `archives/${galleryId}/c.zip`])
      await put('renditions', key);
    return { studio, galleryId };
  }

  it('is erased: objects, rows, and nothing of other studios', async () => {
    // Erases the leftovers of earlier tests first.
    await sweep();
    const [gone, stays] = [await filled(), await filled()];
    const isOf =
      ({ studio }: typeof gone) =>
      (key: string) =>
        key.includes(studio.id);
    const [before, rendered] = [await keys('originals'), await keys('renditions')];
    await close(gone.studio);
    await close(stays.studio);
    const just = new Date(api.clock.now() - TRASH_MS);
    await sql('update accounts set deleted_at = $2 where id = $1', gone.studio.id, just);
    expect(await sweep()).toMatchObject([
      { accounts: 0, galleries: 1 },
      { accounts: 1, galleries: 0 },
      { accounts: 0, galleries: 0 },
    ]);
    expect(await keys('originals')).toEqual(before.filter((key) => !isOf(gone)(key)));
    expect(await keys('renditions')).toEqual(rendered.filter((key) => !isOf(gone)(key)));
    expect(before.filter(isOf(stays))).toHaveLength(2);
    const { rows: tables } = await sql(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'account_id'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables)
      expect([name, (await sql(`select from ${name} where account_id = $1`, gone.studio.id)).rowCount]).toEqual([
        name,
        0,
      ]);
    expect((await sql('select from accounts where id = $1', gone.studio.id)).rowCount).toBe(0);
    expect((await restore(stays.studio)).status).toBe(200);
    // Its slug is never assigned again.
    const free = await api.call('GET', `/api/accounts/slug-available?slug=${gone.studio.slug}`, {
      as: gone.studio.owner,
    });
    expect(free.read(accounts.slugAvailable).available).toBe(false);
  });

  it('stays if it was reopened before the job ran', async () => {
    const { studio, galleryId } = await filled();
    await close(studio);
    await sql('update accounts set deleted_at = $2 where id = $1', studio.id, new Date(api.clock.now() - TRASH_MS));
    await emptyTrash(api.jobs);
    await sql('update accounts set deleted_at = null where id = $1', studio.id);
    await runOutbox(api.jobs);
    await sweep();
    expect((await sql('select from galleries where id = $1', galleryId)).rowCount).toBe(1);
    expect((await keys('originals')).filter((key) => key.includes(studio.id))).toHaveLength(2);
  });
});
