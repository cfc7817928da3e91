import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { type CallOptions, pairOf, testApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { insertRow, insertSection, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, stranger, type Studio } from '../support/studio.ts';

const { galleries, publicPages } = endpoints;

const api = await testApi();
const [studio, other] = [await makeStudio(api, 'Llum de Mar'), await makeStudio(api, 'Other')];

/** Cookie of a browser with gallery access. */
async function visitorOf(galleryId: string): Promise<string[]> {
  const answer = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', body: {} });
  answer.read(publicPages.verify);
  return [pairOf(answer.cookies.get('__Host-visitor_session'))];
}

async function countsOf(galleryId: string) {
  const gallery = await api.db.pool.query(
    'select view_count::integer as views, visitor_count as visitors from gallery_stats where gallery_id = $1',
    [galleryId],
  );
  const photos = await api.db.pool.query<{ photo_id: string; view_count: number }>(
    'select photo_id, view_count from photo_stats where gallery_id = $1',
    [galleryId],
  );
  const byPhoto = Object.fromEntries(photos.rows.map(({ photo_id, view_count }) => [photo_id, view_count]));
  return { ...gallery.rows[0], photos: byPhoto };
}

describe('POST /api/p/{id}/views', () => {
  const look = (galleryId: string, photoIds: unknown, options: CallOptions = {}) =>
    api.call('POST', `/api/p/${galleryId}/views`, { channel: 'public', body: { photoIds }, ...options });

  it('counts viewed photos, once a call, without personal data', async () => {
    const id = await publishedGallery(api, studio);
    const [first, second] = [await readyPhoto(api, studio, id), await readyPhoto(api, studio, id)];
    const cookies = await visitorOf(id);
    const answer = await look(id, [first.id, second.id, first.id], { cookies });
    expect(answer.read(publicPages.views)).toEqual({ counted: 2 });
    expect((await look(id, [first.id], { cookies })).read(publicPages.views)).toEqual({ counted: 1 });
    expect(await countsOf(id)).toEqual({ views: 3, visitors: 1, photos: { [first.id]: 2, [second.id]: 1 } });
    const { rows } = await api.db.pool.query('select kind from gallery_events where gallery_id = $1', [id]);
    expect(rows).toEqual([{ kind: 'opened' }]);
    expect([answer.headers.get('cache-control'), answer.cookies.size]).toEqual(['no-store', 0]);
  });

  it('counts only visible photos of this gallery', async () => {
    const id = await publishedGallery(api, studio);
    const shown = await readyPhoto(api, studio, id);
    const section = await insertSection(api.db.pool, studio.id, id, { is_visible: false });
    const elsewhere = await publishedGallery(api, studio);
    const strange = [
      await readyPhoto(api, studio, id, { is_hidden: true }),
      await readyPhoto(api, studio, id, { section_id: section }),
      await readyPhoto(api, studio, id, { deleted_at: new Date() }),
      await readyPhoto(api, studio, id, { status: 'processing' }),
      await readyPhoto(api, studio, elsewhere),
      await readyPhoto(api, other, await publishedGallery(api, other)),
      { id: newId() },
    ];
    const cookies = await visitorOf(id);
    const answer = await look(id, [...strange.map((photo) => photo.id), shown.id], { cookies });
    expect(answer.read(publicPages.views)).toEqual({ counted: 1 });
    expect((await countsOf(id)).photos).toEqual({ [shown.id]: 1 });
    expect((await countsOf(elsewhere)).photos).toEqual({});
  });

  it('counts no members and no browsers without access', async () => {
    const id = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, id);
    for (const options of [{ as: studio.owner }, { as: studio.people.assistant }, {}]) {
      expect((await look(id, [photo.id], options)).read(publicPages.views)).toEqual({ counted: 0 });
    }
    expect(await countsOf(id)).toMatchObject({ views: 0, photos: {} });
  });

  it('checks gallery access on each call', async () => {
    const id = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, id);
    const cookies = await visitorOf(id);
    for (const [change, status, code] of [
      [`visibility = 'invite'`, 401, 'gallery_access_required'],
      [`visibility = 'password', has_password = true`, 401, 'gallery_access_required'],
      [`visibility = 'link', status = 'hidden'`, 403, 'gallery_not_published'],
      [`status = 'published', expires_at = '2020-01-01'`, 403, 'gallery_expired'],
      [`expires_at = null, deleted_at = now()`, 404, 'not_found'],
    ] as const) {
      await api.db.pool.query(`update galleries set ${change} where id = $1`, [id]);
      const answer = await look(id, [photo.id], { cookies });
      expect([answer.status, answer.error.code]).toEqual([status, code]);
    }
    const missing = await look(`${studio.id}${'0'.repeat(16)}`, [photo.id], { cookies });
    for (const none of [id, 'nonsense', '%00']) expect((await look(none, [photo.id])).text).toBe(missing.text);
    expect(await countsOf(id)).toMatchObject({ views: 0, photos: {} });
  });

  it.each([[[]], [Array(101).fill('0'.repeat(20))], [['x']], ['0'.repeat(20)], [null], [[1]]])(
    'refuses photos like %j',
    async (photoIds) => {
      const id = await publishedGallery(api, studio);
      const answer = await look(id, photoIds, { cookies: await visitorOf(id) });
      expect([answer.status, answer.error.code]).toEqual([400, 'validation_failed']);
    },
  );

  it('requires the channel header', async () => {
    const id = await publishedGallery(api, studio);
    expect((await look(id, [newId()], { channel: null })).error.code).toBe('channel_required');
  });

  it('limits one browser without affecting others', async () => {
    const id = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, id);
    const [cookies, others] = [await visitorOf(id), await visitorOf(id)];
    await look(id, [photo.id], { cookies });
    await api.db.pool.query(`update rate_limits set count = 300 where bucket like 'photo-views-visitor:%'`);
    const answer = await look(id, [photo.id], { cookies });
    expect([answer.status, answer.error.code]).toEqual([429, 'rate_limited']);
    expect((await look(id, [photo.id], { cookies: others })).status).toBe(200);
    await api.db.pool.query(`update rate_limits set count = 6000 where bucket like 'photo-views:%'`);
    expect((await look(id, [photo.id], { cookies: others })).status).toBe(429);
    expect(await countsOf(id)).toMatchObject({ views: 2 });
    await api.db.pool.query(`delete from rate_limits where bucket like 'photo-views%'`);
  });
});

const note = async (owner: Studio, galleryId: string, values: object) => {
  const row = { id: newId(), account_id: owner.id, gallery_id: galleryId, kind: 'viewed', ...values };
  await insertRow(api.db.pool, 'gallery_events', row);
  return row.id;
};

describe('GET /api/gallery/{id}/events', () => {
  const read = (galleryId: string, options: CallOptions = {}, limit: number | string = 100) =>
    api.call('GET', `/api/gallery/${galleryId}/events?limit=${limit}`, {
      as: studio.owner,
      account: studio.id,
      ...options,
    });

  it('lists events of all months, latest first, with photo and invited person', async () => {
    const id = await publishedGallery(api, studio, { created_at: new Date('2019-01-01T00:00:00Z') });
    const photo = await readyPhoto(api, studio, id, { filename: 'IMG_0001.jpg' });
    const { grantId } = await invitedVisitor(api, studio, id, { label: 'Nora' });
    await api.db.pool.query('delete from gallery_events where gallery_id = $1', [id]);
    await api.db.pool.query("update grants set email = 'nora@example.org' where id = $1", [grantId]);
    const at = Date.UTC(2026, 5, 1);
    const old = await note(studio, id, { kind: 'published', at: new Date('2019-03-01T00:00:00Z') });
    const download = { kind: 'downloaded', photo_id: photo.id, grant_id: grantId, size: 'web', photo_count: 1 };
    const taken = await note(studio, id, { ...download, at: new Date(at) });
    await note(studio, await publishedGallery(api, studio), {});
    const { events } = (await read(id)).read(galleries.events);
    expect(events).toEqual([
      {
        id: taken,
        kind: 'downloaded',
        at,
        size: 'web',
        photoCount: 1,
        photo: { filename: 'IMG_0001.jpg' },
        grant: { id: grantId, label: 'Nora', email: 'nora@example.org' },
      },
      expect.objectContaining({ id: old, kind: 'published', photo: null, grant: null, size: null, photoCount: null }),
    ]);
    expect((await read(id, {}, 1)).read(galleries.events).events.map((event) => event.id)).toEqual([taken]);
  });

  it('requires the right to share galleries, in the same account', async () => {
    const id = await publishedGallery(api, studio);
    for (const role of ['owner', 'admin', 'photographer'] as const)
      expect((await read(id, { as: studio.people[role] })).status).toBe(200);
    expect((await read(id, { as: studio.people.assistant })).error.code).toBe('forbidden');
    const foreign = await read(id, { as: other.owner, account: other.id });
    const trashed = await publishedGallery(api, studio, { deleted_at: new Date() });
    expect(foreign.status).toBe(404);
    for (const none of [trashed, `${studio.id}${'0'.repeat(16)}`]) expect((await read(none)).text).toBe(foreign.text);
  });

  it.each([0, 1001, 'x'])('refuses a limit of %j', async (limit) => {
    const id = await publishedGallery(api, studio);
    expect((await read(id, {}, limit)).error.code).toBe('validation_failed');
  });
});

describe('GET /api/galleries/events', () => {
  const read = (by: Studio, options: CallOptions = {}, limit = 100) =>
    api.call('GET', `/api/galleries/events?limit=${limit}`, { as: by.owner, account: by.id, ...options });

  it('lists what clients did in galleries outside the trash, latest first', async () => {
    const own = await makeStudio(api, 'Lately');
    const [one, another] = [await publishedGallery(api, own, { name: 'One' }), await publishedGallery(api, own)];
    const trashed = await publishedGallery(api, own, { deleted_at: new Date() });
    await api.db.pool.query('delete from gallery_events where account_id = $1', [own.id]);
    const on = (day: number) => new Date(Date.UTC(2026, 4, day));
    const ids = [await note(own, one, { at: on(1) }), await note(own, another, { kind: 'downloaded', at: on(4) })];
    ids.push(await note(own, one, { kind: 'accepted', at: on(3) }));
    for (const kind of ['invited', 'revoked', 'published', 'hidden']) await note(own, one, { kind, at: on(5) });
    await note(own, trashed, { kind: 'opened', at: on(6) });
    const { events } = (await read(own)).read(galleries.recentEvents);
    expect(events.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(events[2]).toEqual({
      id: ids[0],
      kind: 'viewed',
      at: on(1).getTime(),
      photoCount: null,
      grant: null,
      gallery: { id: one, name: 'One' },
    });
    // Rows in the trash do not count towards the limit.
    expect((await read(own, {}, 2)).read(galleries.recentEvents).events.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
  });

  it('requires the right to share galleries', async () => {
    expect((await read(studio, { as: studio.people.photographer })).status).toBe(200);
    expect((await read(studio, { as: studio.people.assistant })).error.code).toBe('forbidden');
    expect((await read(studio, { as: stranger() })).status).toBe(403);
  });
});

describe('GET /api/gallery/{id}/activity.csv', () => {
  const read = (galleryId: string, options: CallOptions = {}) =>
    api.call('GET', `/api/gallery/${galleryId}/activity.csv`, { as: studio.owner, account: studio.id, ...options });
  const HEAD = 'Time,Event,Who,Photo,Size,Photos\r\n';

  it('lists events, latest first, in the studio’s time zone', async () => {
    await api.db.pool.query(`update accounts set time_zone = 'Europe/Madrid' where id = $1`, [studio.id]);
    const id = await publishedGallery(api, studio, { name: 'Boda "Ñ" / 2026' });
    const photo = await readyPhoto(api, studio, id, { filename: 'IMG, 1.jpg' });
    const { grantId } = await invitedVisitor(api, studio, id, { label: 'Tía "Ana"' });
    await api.db.pool.query('delete from gallery_events where gallery_id = $1', [id]);
    const { rows } = await api.db.pool.query('select email from grants where id = $1', [grantId]);
    const download = { kind: 'downloaded', grant_id: grantId, photo_id: photo.id, size: 'original', photo_count: 1 };
    await note(studio, id, { ...download, at: new Date('2026-07-01T22:30:00Z') });
    await note(studio, id, { kind: 'opened', at: new Date('2026-12-31T23:00:05Z') });
    await note(studio, id, { kind: 'downloaded', size: 'web', photo_count: 40, at: new Date('2026-01-01T00:00:00Z') });
    const answer = await read(id);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      HEAD +
        '2027-01-01T00:00:05+01:00,First visit,,,,\r\n' +
        `2026-07-02T00:30:00+02:00,Download,"Tía ""Ana"" <${rows[0].email}>","IMG, 1.jpg",Original,1\r\n` +
        '2026-01-01T01:00:00+01:00,Download,,,Web,40\r\n',
    );
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Activity of Boda _N_ _ 2026.csv"; filename*=UTF-8''Activity%20of%20Boda%20_%C3%91_%20_%202026.csv`,
    );
  });

  it.each([
    ['es', 'Hora;Evento;Quién;Foto;Tamaño;Fotos', 'Primera visita', 'Actividad%20de%20W.csv'],
    ['ca', 'Hora;Esdeveniment;Qui;Foto;Mida;Fotos', 'Primera visita', 'Activitat%20de%20W.csv'],
  ])('uses the studio’s language: %s', async (language, head, kind, filename) => {
    const own = await makeStudio(api, 'Llengua');
    await api.db.pool.query(`update accounts set language = $2, time_zone = 'UTC' where id = $1`, [own.id, language]);
    const id = await publishedGallery(api, own, { name: 'W' });
    await note(own, id, { kind: 'opened', at: new Date('2026-12-31T23:00:05Z') });
    const answer = await read(id, { as: own.owner, account: own.id });
    expect(answer.text).toBe(`${head}\r\n2026-12-31T23:00:05+00:00;${kind};;;;\r\n`);
    expect(answer.headers.get('content-disposition')).toContain(filename);
  });

  it('starts with a BOM, so that Excel reads UTF-8', async () => {
    const id = await publishedGallery(api, studio);
    expect((await read(id)).bytes.subarray(0, 7).toString()).toBe('\u{feff}Time');
  });

  it('uses UTC if the studio’s zone is unknown', async () => {
    const own = await makeStudio(api, 'Nowhere');
    await api.db.pool.query(`update accounts set time_zone = 'Mars/Olympus' where id = $1`, [own.id]);
    const id = await publishedGallery(api, own);
    await note(own, id, { kind: 'opened', at: new Date('2026-12-31T23:00:05Z') });
    expect((await read(id, { as: own.owner, account: own.id })).text).toContain('2026-12-31T23:00:05+00:00,');
  });

  it('escapes names, so that none becomes a formula, a column or a header', async () => {
    const id = await publishedGallery(api, studio, { name: '=cmd|"x"\r\nset-cookie: a=b' });
    const photo = await readyPhoto(api, studio, id, { filename: '@SUM(A1:A9),"x".jpg' });
    const { grantId } = await invitedVisitor(api, studio, id, { label: '=HYPERLINK("https://evil.example","x")\n' });
    await api.db.pool.query('delete from gallery_events where gallery_id = $1', [id]);
    await note(studio, id, { kind: 'downloaded', grant_id: grantId, photo_id: photo.id });
    const answer = await read(id);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Activity of =cmd__x___set-cookie_/,
    );
    expect(answer.headers.get('set-cookie')).toBeNull();
    const line = answer.text.slice(HEAD.length);
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"",""x"")\n <`);
    expect(line).toContain(`,"'@SUM(A1:A9),""x"".jpg",`);
  });

  it('requires the right to share galleries, in the same account', async () => {
    const id = await publishedGallery(api, studio);
    for (const role of ['owner', 'admin', 'photographer'] as const)
      expect((await read(id, { as: studio.people[role] })).text).toBe(HEAD);
    expect((await read(id, { as: studio.people.assistant })).error.code).toBe('forbidden');
    expect((await read(id, { as: stranger() })).status).toBe(403);
    expect((await read(id, { token: 'none' })).status).toBe(401);
    expect((await read(id, { channel: null })).error.code).toBe('channel_required');
    const foreign = await read(id, { as: other.owner, account: other.id });
    const trashed = await publishedGallery(api, studio, { deleted_at: new Date() });
    expect(foreign.status).toBe(404);
    for (const none of [trashed, `${studio.id}${'0'.repeat(16)}`, 'x', '%00'])
      expect((await read(none)).text).toBe(foreign.text);
  });

  it('says if the list is truncated', async () => {
    const id = await publishedGallery(api, studio);
    await api.db.pool.query(
      `insert into gallery_events (id, account_id, gallery_id, kind, at)
       select lpad(replace(replace(replace(replace(to_hex(n), 'i', '0'), 'l', '0'), 'o', '0'), 'u', '0'), 20, '0'), $1, $2, 'viewed',
         timestamptz '2026-01-01' + n * interval '1 s' from generate_series(1, 50001) n`,
      [studio.id, id],
    );
    const lines = (await read(id)).text.split('\r\n');
    const shown = lines.length - 3;
    expect(shown).toBeGreaterThan(40_000);
    expect(lines.at(-2)).toBe(`,"Only the latest ${shown.toLocaleString('en')} rows are included.",,,,`);
    expect(lines[1]).toMatch(/^2026-01-01T14:53:21\+01:00,Visit/);
  });
});
