import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { ARCHIVE_MS, SMALL_ARCHIVE } from '#core/domain/galleries/archives.ts';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { webKey } from '#functions/photos/web-rendition.ts';
import { pairOf, testApi } from '../support/api.ts';
import { callArchives, createArchive, fetchPart, runArchivePacker, storedPhoto, unpack } from '../support/archives.ts';
import { expectLogged } from '../support/expected-log.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { insertCustomer, insertPhoto, insertSection, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, stranger } from '../support/studio.ts';

expectLogged('archive_not_packed');

const { archives } = endpoints;

const api = await testApi();
const [studio, other] = [await makeStudio(api, 'Llum & Mar'), await makeStudio(api)];

const member = () => ({ as: studio.owner, account: studio.id });
const sql = (text: string, values: unknown[] = []) => api.db.pool.query(text, values);
await sql(`update accounts set time_zone = 'Europe/Madrid' where id = $1`, [studio.id]);
const gallery = (values = {}) => publishedGallery(api, studio, { name: 'Núria i Pau', ...values });
const photo = (galleryId: string, values = {}) => storedPhoto(api, studio, galleryId, values);
const create = (galleryId: string, body: object, options = {}) =>
  callArchives(api, 'create', { galleryId }, { body, ...options });
const codeOf = async (answer: ReturnType<typeof create>) => (await answer).error.code;

/** Creates a gallery of more photos than are packed synchronously; only the first has a file. */
async function largeGallery(): Promise<string> {
  const galleryId = await gallery();
  await photo(galleryId, { filename: 'first.jpg' });
  for (let n = 0; n < SMALL_ARCHIVE.photos; n++) await insertPhoto(api.db.pool, studio.id, galleryId);
  return galleryId;
}

describe('a small download', () => {
  it('is ready in the response: originals with file names, in gallery order, in folders', async () => {
    const galleryId = await gallery({ sort_by: 'filename' });
    const party = await insertSection(api.db.pool, studio.id, galleryId, { name: 'Party: all/night', order: 2 });
    const church = await insertSection(api.db.pool, studio.id, galleryId, { name: 'Església', order: 1 });
    const hidden = await insertSection(api.db.pool, studio.id, galleryId, { name: 'Rest', is_visible: false });
    const taken = { captured_at: new Date('2026-07-01T10:00:30Z'), capture_offset: 3600 };
    const second = await photo(galleryId, { filename: 'b.NEF', section_id: church });
    const first = await photo(galleryId, { filename: 'a.jpg', section_id: church, ...taken });
    const loose = await photo(galleryId, { filename: 'z.jpg' });
    const danced = await photo(galleryId, { filename: 'a.jpg', section_id: party });
    await photo(galleryId, { filename: 'no.jpg', is_hidden: true });
    await photo(galleryId, { filename: 'no.jpg', section_id: hidden });
    await photo(galleryId, { filename: 'no.jpg', status: 'processing' });
    const archive = await createArchive(api, galleryId);
    expect(archive).toMatchObject({ size: 'original', status: 'ready', photoCount: 4, doneCount: 4, failure: null });
    expect(archive).toMatchObject({ totalBytes: 4000, doneBytes: 4000 });
    expect(archive.parts).toMatchObject([{ filename: 'Núria i Pau.zip', photoCount: 4 }]);
    expect(archive.expiresAt! - api.clock.now()).toBeGreaterThan(ARCHIVE_MS - MINUTE_MS);
    const entries = await unpack(api, galleryId, archive);
    expect(entries.map(({ name }) => name)).toEqual([
      'z.jpg',
      '01 Església/a.jpg',
      '01 Església/b.jpg',
      '02 Party_ all_night/a.jpg',
    ]);
    expect(entries.map(({ bytes }) => bytes)).toEqual([loose, first, second, danced].map((one) => one.original));
    expect(entries.map(({ method, isUtf8 }) => [method, isUtf8])).toEqual([
      [0, false],
      [0, true],
      [0, true],
      [0, false],
    ]);
    // 10:00:30 UTC is noon in Madrid, and the camera's clock was an hour slow.
    expect(entries[1]!.time).toBe('2026-07-01T13:00:30');
  });

  it('in web size contains renditions as JPEG', async () => {
    const galleryId = await gallery();
    const { web } = await photo(galleryId, { filename: 'IMG_1.NEF' });
    const archive = await createArchive(api, galleryId, { size: 'web' });
    expect(archive).toMatchObject({ size: 'web', status: 'ready', totalBytes: web.length });
    expect(await unpack(api, galleryId, archive)).toMatchObject([{ name: 'IMG_1.jpg', bytes: web }]);
  });

  it('in web size leaves out a RAW without an image, which the originals contain', async () => {
    const galleryId = await gallery();
    const { web } = await photo(galleryId, { filename: 'shown.jpg' });
    const raw = await photo(galleryId, {
      filename: 'IMG_1.NEF',
      mime_type: 'image/x-nikon-nef',
      metadata: { noPreview: true },
    });
    const small = await createArchive(api, galleryId, { size: 'web' });
    expect(await unpack(api, galleryId, small)).toMatchObject([{ name: 'shown.jpg', bytes: web }]);
    expect(await codeOf(create(galleryId, { size: 'web', photoIds: [raw.id] }))).toBe('not_found');
    const originals = await createArchive(api, galleryId, { size: 'original', photoIds: [raw.id] });
    expect(await unpack(api, galleryId, originals)).toMatchObject([{ name: 'IMG_1.NEF', bytes: raw.original }]);
  });

  it('in web size contains the fullscreen preset of a photo that was ingested earlier', async () => {
    const galleryId = await gallery();
    const { fileId, web } = await photo(galleryId);
    const { storage } = api.services;
    const preset = renditionKey(galleryId, fileId, presetParams('fullscreen'));
    await storage.put('renditions', preset, web.slice(1), { contentType: 'image/jpeg' });
    await storage.remove('renditions', webKey(galleryId, fileId));
    const archive = await createArchive(api, galleryId, { size: 'web' });
    expect(await unpack(api, galleryId, archive)).toMatchObject([{ bytes: web.slice(1) }]);
  });

  it('in web size contains a rendition that was rendered again and has another size than ingest recorded', async () => {
    const galleryId = await gallery();
    const { web } = await photo(galleryId, { web_size: 299 });
    const archive = await createArchive(api, galleryId, { size: 'web' });
    expect(archive).toMatchObject({ status: 'ready', totalBytes: web.length });
    expect(await unpack(api, galleryId, archive)).toMatchObject([{ bytes: web }]);
  });

  it('contains a section or a selection', async () => {
    const galleryId = await gallery({ sort_by: 'filename' });
    const sectionId = await insertSection(api.db.pool, studio.id, galleryId);
    const inside = await photo(galleryId, { filename: 'in.jpg', section_id: sectionId });
    const outside = await photo(galleryId, { filename: 'out.jpg' });
    const namesOf = async (choice: object) => {
      const archive = await createArchive(api, galleryId, { size: 'original', ...choice });
      return (await unpack(api, galleryId, archive)).map(({ name }) => name);
    };
    expect(await namesOf({ sectionId })).toEqual(['in.jpg']);
    expect(await namesOf({ photoIds: [outside.id] })).toEqual(['out.jpg']);
    expect(await namesOf({ photoIds: [inside.id, outside.id, inside.id] })).toEqual(['out.jpg', '01 Ceremony/in.jpg']);
  });

  it('of hidden photos is not found, except by the studio', async () => {
    const galleryId = await gallery();
    const sectionId = await insertSection(api.db.pool, studio.id, galleryId, { is_visible: false });
    const shown = await photo(galleryId);
    const hidden = await photo(galleryId, { is_hidden: true, filename: 'hidden.jpg' });
    const elsewhere = await photo(await gallery());
    await photo(galleryId, { section_id: sectionId });
    for (const choice of [
      { photoIds: [shown.id, hidden.id] },
      { photoIds: [elsewhere.id] },
      { photoIds: [newId()] },
      { sectionId },
      { sectionId: newId() },
    ]) {
      expect(await codeOf(create(galleryId, { size: 'original', ...choice }))).toBe('not_found');
    }
    expect(await codeOf(create(await gallery(), { size: 'web' }))).toBe('not_found');
    const all = await createArchive(api, galleryId, { size: 'original' }, member());
    expect(all).toMatchObject({ photoCount: 3, status: 'ready' });
    expect(await unpack(api, galleryId, all, member())).toHaveLength(3);
    // The studio's own archive may contain hidden photos.
    const params = { galleryId, archiveId: all.id, part: '0' };
    expect(await codeOf(callArchives(api, 'status', params))).toBe('archive_outdated');
    expect(await codeOf(callArchives(api, 'part', params))).toBe('archive_outdated');
  });
});

describe('a large download', () => {
  it('waits for the job, which is triggered, and reports progress', async () => {
    const galleryId = await gallery({ sort_by: 'filename' });
    const { original } = await photo(galleryId, { filename: '0.jpg' });
    for (let n = 1; n <= SMALL_ARCHIVE.photos; n++) await photo(galleryId, { filename: `${n}.jpg` });
    const before = api.packerCalls.length;
    const archive = await createArchive(api, galleryId);
    expect(archive).toMatchObject({ status: 'queued', photoCount: 41, doneCount: 0, parts: [], expiresAt: null });
    expect(api.packerCalls.slice(before)).toEqual([0]);
    const params = { galleryId, archiveId: archive.id, part: '0' };
    expect(await codeOf(callArchives(api, 'part', params))).toBe('not_found');
    expect(await runArchivePacker(api)).toMatchObject({ ready: 1 });
    const ready = (await callArchives(api, 'status', params)).read(archives.status);
    expect(ready).toMatchObject({ status: 'ready', doneCount: 41, doneBytes: 41_000 });
    const entries = await unpack(api, galleryId, ready);
    expect(entries.map(({ name }) => name)).toEqual(Array.from({ length: 41 }, (_, n) => `${n}.jpg`));
    expect(entries[0]!.bytes).toEqual(original);
  });

  it('fails on a missing photo; another request creates a new one', async () => {
    const galleryId = await largeGallery();
    const { id } = await createArchive(api, galleryId);
    await runArchivePacker(api);
    const params = { galleryId, archiveId: id, part: '0' };
    const failed = (await callArchives(api, 'status', params)).read(archives.status);
    expect(failed).toMatchObject({ status: 'failed', failure: 'archive_outdated' });
    expect(await codeOf(callArchives(api, 'part', params))).toBe('archive_outdated');
    expect((await createArchive(api, galleryId)).id).not.toBe(id);
    await sql(`update archives set status = 'failed', failure_reason = 'archive_failed' where gallery_id = $1`, [
      galleryId,
    ]);
    expect(await codeOf(callArchives(api, 'part', params))).toBe('archive_failed');
  });
});

describe('a repeated request', () => {
  it('returns the same archive if nothing changed, also for five simultaneous requests', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const made = await Promise.all(Array.from({ length: 5 }, () => createArchive(api, galleryId)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await createArchive(api, galleryId)).id).toBe(made[0]!.id);
    expect((await createArchive(api, galleryId, { size: 'web' })).id).not.toBe(made[0]!.id);
    await photo(galleryId, { filename: 'new.jpg' });
    const next = await createArchive(api, galleryId);
    expect(next).toMatchObject({ photoCount: 2 });
    expect(next.id).not.toBe(made[0]!.id);
    // A download of the previous archive may still finish.
    expect((await fetchPart(api, galleryId, made[0]!.id, 0)).status).toBe(200);
  });

  it('returns a new one after a week; the previous one reports its expiry', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const { id } = await createArchive(api, galleryId);
    api.clock.advance(ARCHIVE_MS + 1000);
    const params = { galleryId, archiveId: id, part: '0' };
    expect((await callArchives(api, 'status', params)).read(archives.status)).toMatchObject({ status: 'expired' });
    expect(await codeOf(callArchives(api, 'part', params))).toBe('archive_expired');
    expect((await createArchive(api, galleryId)).id).not.toBe(id);
  });
});

describe('a file of an archive', () => {
  it('redirects to storage, which answers ranges under the file’s name', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const { id, parts } = await createArchive(api, galleryId);
    const params = { galleryId, archiveId: id, part: '0' };
    const answer = await callArchives(api, 'part', params);
    expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([302, 'no-referrer']);
    const location = new URL(answer.headers.get('location')!);
    expect(location.searchParams.get('X-Amz-Expires')).toBe('300');
    const whole = new Uint8Array(await (await fetch(location)).arrayBuffer());
    expect(whole.length).toBe(parts[0]!.size);
    // An interrupted download resumes at any byte, by a new URL or the same.
    for (const cut of [1, 30, 31, 999, whole.length - 1]) {
      const rest = await fetch(location, { headers: { range: `bytes=${cut}-` } });
      expect([rest.status, rest.headers.get('content-range')]).toEqual([
        206,
        `bytes ${cut}-${whole.length - 1}/${whole.length}`,
      ]);
      expect(new Uint8Array(await rest.arrayBuffer())).toEqual(whole.slice(cut));
    }
    const { headers } = await fetch(location, { method: 'GET' });
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''N%C3%BAria%20i%20Pau.zip`);
    expect(headers.get('content-type')).toBe('application/zip');
    for (const part of ['1', '0000x', '99999', '-1']) {
      expect(await codeOf(callArchives(api, 'part', { ...params, part }))).toBe('not_found');
    }
  });

  it('is counted once for each visitor, with its photos, and not for members', async () => {
    const galleryId = await gallery();
    const [one, two] = [await photo(galleryId), await photo(galleryId)];
    const { cookie, grantId } = await invitedVisitor(api, studio, galleryId);
    const { id } = await createArchive(api, galleryId);
    await fetchPart(api, galleryId, id, 0, member());
    for (const _ of [1, 2]) await fetchPart(api, galleryId, id, 0, { cookies: [cookie] });
    const { rows } = await sql(
      `select grant_id, size, photo_count from gallery_events where gallery_id = $1 and kind = 'downloaded'`,
      [galleryId],
    );
    expect(rows).toEqual([{ grant_id: grantId, size: 'original', photo_count: 2 }]);
    await fetchPart(api, galleryId, id, 0);
    const counted = await sql('select download_count as n from photo_stats where photo_id = any ($1)', [
      [one.id, two.id],
    ]);
    expect(counted.rows).toEqual([{ n: 2 }, { n: 2 }]);
  });
});

describe('gallery access', () => {
  /** Every call on a ready archive. */
  const calls = (galleryId: string, archiveId: string, options = {}) => {
    const params = { galleryId, archiveId, part: '0' };
    const body = { email: 'guest@example.org', language: 'en' };
    return [
      callArchives(api, 'create', params, { ...options, body: { size: 'original' } }),
      callArchives(api, 'status', params, options),
      callArchives(api, 'notify', params, { ...options, body }),
      callArchives(api, 'part', params, options),
    ];
  };
  const codesOf = async (galleryId: string, archiveId: string, options = {}) =>
    new Set(await Promise.all(calls(galleryId, archiveId, options).map(codeOf)));

  it('is checked on each call', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const { id } = await createArchive(api, galleryId);
    const changed = async (changes: string) => {
      await sql(`update galleries set ${changes} where id = $1`, [galleryId]);
      return codesOf(galleryId, id);
    };
    expect(await changed('allow_original = false')).toEqual(new Set(['download_not_allowed']));
    expect(await codeOf(create(galleryId, { size: 'web', photoIds: [newId()] }))).toBe('not_found');
    expect(await changed(`allow_original = true, visibility = 'invite'`)).toEqual(new Set(['gallery_access_required']));
    expect(await changed(`status = 'hidden'`)).toEqual(new Set(['gallery_not_published']));
    for (const answer of calls(galleryId, id, member())) expect((await answer).status).toBeLessThan(400);
    expect(await changed(`status = 'published', visibility = 'link', expires_at = now()`)).toEqual(
      new Set(['gallery_expired']),
    );
    expect(await changed('deleted_at = now()')).toEqual(new Set(['not_found']));
    expect(await codesOf(newId(26), id)).toEqual(new Set(['not_found']));
  });

  it('refuses visitors who may look but not download', async () => {
    const galleryId = await gallery({ visibility: 'invite' });
    await photo(galleryId);
    const { id } = await createArchive(api, galleryId, { size: 'original' }, member());
    const { cookie } = await invitedVisitor(api, studio, galleryId, { can_download: false });
    expect(await codesOf(galleryId, id, { cookies: [cookie] })).toEqual(new Set(['download_not_allowed']));
    const { cookie: guest } = await invitedVisitor(api, studio, galleryId);
    expect((await fetchPart(api, galleryId, id, 0, { cookies: [guest] })).status).toBe(200);
    await sql(`update grants set status = 'revoked', revoked_at = now() where gallery_id = $1`, [galleryId]);
    expect(await codesOf(galleryId, id, { cookies: [guest] })).toEqual(new Set(['gallery_revoked']));
  });

  it('knows no archive of another gallery and treats strangers as visitors', async () => {
    const [mine, yours] = [await gallery(), await publishedGallery(api, other)];
    await photo(mine);
    const { id } = await createArchive(api, mine);
    const params = { galleryId: yours, archiveId: id, part: '0' };
    for (const archiveId of [id, newId(), 'x'])
      expect(await codeOf(callArchives(api, 'status', { ...params, archiveId }))).toBe('not_found');
    expect(await codeOf(callArchives(api, 'part', params))).toBe('not_found');
    await sql(`update galleries set status = 'draft' where id = $1`, [mine]);
    for (const as of [other.owner, stranger()]) {
      expect(await codesOf(mine, id, { as, account: studio.id })).toEqual(new Set(['gallery_not_published']));
    }
  });

  it('refuses photos hidden or deleted since, and allows them after a restore', async () => {
    const galleryId = await gallery();
    const [shown] = [await photo(galleryId), await photo(galleryId)];
    const { id } = await createArchive(api, galleryId);
    const params = { galleryId, archiveId: id, part: '0' };
    for (const [change, back] of [
      ['is_hidden = true', 'is_hidden = false'],
      ['deleted_at = now()', 'deleted_at = null'],
    ]) {
      await sql(`update photos set ${change} where id = $1`, [shown.id]);
      for (const name of ['status', 'part', 'notify'] as const) {
        const body = name === 'notify' ? { body: { email: 'a@example.org', language: 'en' } } : {};
        expect(await codeOf(callArchives(api, name, params, body))).toBe('archive_outdated');
      }
      await sql(`update photos set ${back} where id = $1`, [shown.id]);
      expect((await callArchives(api, 'part', params)).status).toBe(302);
    }
  });
});

describe('limits', () => {
  it('allow five archives in work for a gallery, and limit each visitor’s requests', async () => {
    const galleryId = await gallery();
    const ids: string[] = [];
    for (let n = 0; n < SMALL_ARCHIVE.photos + 6; n++) ids.push(await insertPhoto(api.db.pool, studio.id, galleryId));
    const without = (n: number) => ({ size: 'original', photoIds: ids.filter((_, index) => index !== n) });
    for (let n = 0; n < 5; n++) expect((await create(galleryId, without(n))).status).toBe(201);
    const answer = await create(galleryId, without(5));
    expect([answer.status, answer.error.code]).toEqual([409, 'limit_reached']);
    // Existing archives cost nothing, and the studio is not limited.
    expect((await create(galleryId, without(4))).status).toBe(201);
    expect((await create(galleryId, without(6), member())).status).toBe(201);
    await sql('delete from archives where gallery_id = $1', [galleryId]);
    const { cookie } = await invitedVisitor(api, studio, galleryId);
    const codes = new Set<number>();
    for (let n = 0; n < 31; n++) codes.add((await create(galleryId, without(0), { cookies: [cookie] })).status);
    expect([...codes]).toEqual([201, 429]);
  });
});

describe('a mail', () => {
  const notify = (galleryId: string, archiveId: string, email: string, language = 'ca') =>
    callArchives(api, 'notify', { galleryId, archiveId }, { body: { email, language } });
  const mailsTo = async (email: string) => {
    await runOutbox(api.jobs);
    return api.mails.filter(({ to }) => to === email);
  };

  it('is sent once when the archive is ready, in the requested language', async () => {
    const galleryId = await gallery();
    for (let n = 0; n <= SMALL_ARCHIVE.photos; n++) await photo(galleryId);
    const { id } = await createArchive(api, galleryId);
    const email = 'avia@example.org';
    for (const _ of [1, 2])
      expect((await notify(galleryId, id, email)).read(archives.notify)).toEqual({ willMail: true });
    expect(await mailsTo(email)).toEqual([]);
    await runArchivePacker(api);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    // Without an address of the studio, replies go to its owner.
    expect(mail).toMatchObject({ fromName: 'Llum & Mar', language: 'ca', replyTo: 'owner@example.org' });
    expect(mail!.subject).toBe('«Núria i Pau»: la teva baixada és a punt');
    expect(mail!.text).toContain(`/p/${studio.slug}/nuria-i-pau-${galleryId.slice(-8)}?download=${id}\n`);
    expect(mail!.text).toContain('41 fotos');
    await notify(galleryId, id, email);
    expect(await mailsTo(email)).toHaveLength(1);
    // A request after completion sends the mail immediately. It greets a client of the studio by name.
    await insertCustomer(api.db.pool, studio.id, { name: 'Avi Roca', email: 'avi@example.org' });
    await notify(galleryId, id, 'avi@example.org', 'es');
    expect(await mailsTo('avi@example.org')).toMatchObject([
      { language: 'es', text: expect.stringMatching(/^Hola, Avi Roca:\n/) },
    ]);
  });

  it('is not sent after a grant ended, nor for an expired archive', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const { cookie } = await invitedVisitor(api, studio, galleryId);
    const { id } = await createArchive(api, galleryId);
    const body = { email: 'former@example.org', language: 'en' };
    await callArchives(api, 'notify', { galleryId, archiveId: id }, { body, cookies: [cookie] });
    await sql(`update grants set status = 'revoked', revoked_at = now() where gallery_id = $1`, [galleryId]);
    expect(await mailsTo(body.email)).toEqual([]);
    api.clock.advance(ARCHIVE_MS + 1000);
    expect(await codeOf(notify(galleryId, id, 'late@example.org'))).toBe('archive_expired');
  });

  it('is limited for each address, beyond which a network has one more, and refuses incomplete ones', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const { id } = await createArchive(api, galleryId);
    expect(await codeOf(notify(galleryId, id, 'nobody'))).toBe('validation_failed');
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await notify(galleryId, id, 'flooded@example.org')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe('requests', () => {
  it('are validated against the schema', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const bodies = [
      {},
      { size: 'small' },
      { size: 'web', photoIds: [] },
      { size: 'web', photoIds: ['x'] },
      { size: 'web', more: 1 },
    ];
    for (const body of bodies) expect(await codeOf(create(galleryId, body))).toBe('validation_failed');
    expect(await codeOf(create(galleryId, { size: 'web' }, { channel: 'backoffice' }))).toBe('channel_required');
  });

  it('name only the visitor’s own session in rate-limit counters', async () => {
    const galleryId = await gallery();
    await photo(galleryId);
    const entered = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public' });
    const cookie = pairOf(entered.cookies.get('__Host-visitor_session'));
    await createArchive(api, galleryId, { size: 'web' }, { cookies: [cookie] });
    const { rows } = await sql(`select bucket from rate_limits where bucket like $1`, [`archives%:${galleryId}:%`]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });
});
