import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { presetParams, renditionKey, WEB_SIZE } from '#core/domain/photos/image-params.ts';
import { testApi } from '../support/api.ts';
import { offer, openBooking } from '../support/booking.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { insertSection } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, stranger } from '../support/studio.ts';

const { publicPages } = endpoints;

const api = await testApi();
const [studio, other] = [await makeStudio(api, 'Llum de Mar'), await makeStudio(api, 'Other')];

const visit = { channel: null };
const jsonOf = (galleryId: string, slug = studio.slug, options = {}) =>
  api.call('GET', `/api/p/${slug}/gallery/${galleryId}`, { ...visit, ...options });

describe('GET /api/p/{slug}', () => {
  it('returns the studio and its public galleries, latest first', async () => {
    const own = await makeStudio(api, 'Vent');
    await api.db.pool.query(
      `update settings set value = value || $2::jsonb where account_id = $1 and key = 'photographer'`,
      [
        own.id,
        JSON.stringify({
          businessName: 'Former name',
          bio: 'By the sea.',
          privacyNotice: 'We keep your photos.',
          website: 'javascript:alert(1)',
          socialMedia: [
            { kind: 'instagram', url: 'https://example.org/vent' },
            { kind: 'evil', url: 'javascript:alert(1)' },
          ],
          lockedDays: ['2026-12-24'],
        }),
      ],
    );
    const published = { visibility: 'public' };
    const older = await publishedGallery(api, own, { ...published, name: 'Older', date: new Date('2026-05-01') });
    const newer = await publishedGallery(api, own, { ...published, name: 'Newer', date: new Date('2026-06-01') });
    await publishedGallery(api, own, { visibility: 'link', name: 'Linked' });
    await publishedGallery(api, own, { ...published, status: 'hidden', name: 'Hidden' });
    await publishedGallery(api, own, { ...published, expires_at: new Date(api.clock.now() - 1), name: 'Expired' });
    await publishedGallery(api, own, { ...published, deleted_at: new Date(), name: 'Trashed' });
    const photo = await readyPhoto(api, own, newer);
    await readyPhoto(api, own, newer, { status: 'processing' });
    const answer = await api.call('GET', `/api/p/${own.slug.toUpperCase()}`, visit);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    const page = answer.read(publicPages.studio);
    expect(page.studio).toMatchObject({
      slug: own.slug,
      name: 'Vent',
      bio: 'By the sea.',
      privacyNotice: 'We keep your photos.',
      website: '',
      socialMedia: [{ kind: 'instagram', url: 'https://example.org/vent' }],
      theme: { primaryColor: '#3B82F6' },
    });
    expect(answer.text).not.toMatch(/lockedDays|2026-12-24|javascript/);
    expect(page.galleries.map(({ id }) => id)).toEqual([newer, older]);
    expect(page.galleries[0]).toMatchObject({ photoCount: 1, cover: { id: photo.id, fileId: photo.fileId } });
    expect(page.galleries[1]?.cover).toBeNull();
  });

  it('says whether anything can be booked', async () => {
    const own = await makeStudio(api, 'Garbí');
    const booking = async () => (await api.call('GET', `/api/p/${own.slug}`, visit)).read(publicPages.studio).booking;
    expect(await booking()).toBe(false);
    await openBooking(api, own);
    expect(await booking()).toBe(false);
    const typeId = await offer(api, own);
    expect(await booking()).toBe(true);
    await api.db.pool.query('update session_types set archived_at = now() where id = $1', [typeId]);
    expect(await booking()).toBe(false);
    await offer(api, own);
    await openBooking(api, own, { isOpen: false });
    expect(await booking()).toBe(false);
  });

  it('answers 404 for unknown and invalid slugs', async () => {
    const answers = await Promise.all(
      ['nobody', '%00', '%ed%a0%80', "'; drop table accounts; --"].map((slug) =>
        api.call('GET', `/api/p/${slug}`, visit),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('redirects a former slug to the present one, for a gallery too', async () => {
    const moved = await makeStudio(api);
    await api.db.pool.query('update accounts set slug = $2 where id = $1', [moved.id, `${moved.slug}-new`]);
    for (const rest of ['', `/gallery/${moved.id}${'0'.repeat(16)}`]) {
      const { status, headers } = await api.call('GET', `/api/p/${moved.slug}${rest}`, visit);
      expect([status, headers.get('location')]).toEqual([308, `/api/p/${moved.slug}-new${rest}`]);
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    }
  });
});

describe('GET /api/p/{slug}/gallery/{id}', () => {
  it('returns processed photos in the gallery’s order, without private fields', async () => {
    const id = await publishedGallery(api, studio, {
      sort_by: 'filename',
      name: 'Boda',
      allow_original: false,
      settings: { design: { colors: 'dark', layout: 'columns' }, note: 'PRIVATE' },
    });
    const tenth = await readyPhoto(api, studio, id, { filename: 'IMG_10.jpg', focal_x: 0.2, focal_y: 0.7 });
    const ninth = await readyPhoto(api, studio, id, {
      filename: 'IMG_9.jpg',
      web_size: 321,
      metadata: { cameraModel: 'SECRET-CAMERA' },
    });
    await readyPhoto(api, studio, id, { status: 'processing', filename: 'PROCESSING.jpg' });
    await readyPhoto(api, studio, id, { status: 'failed', failure_reason: 'corrupt', filename: 'FAILED.jpg' });
    await readyPhoto(api, studio, id, { deleted_at: new Date(), filename: 'TRASHED.jpg' });
    const answer = await jsonOf(id);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    const page = answer.read(publicPages.gallery);
    expect(page.photos.map((photo) => photo.id)).toEqual([ninth.id, tenth.id]);
    // Originals are not allowed, and the web size of the second is not stored.
    expect(page.photos.map(({ bytes }) => bytes)).toEqual([{ web: 321 }, {}]);
    expect(new Set(page.photos.map(({ captureRank }) => captureRank))).toEqual(new Set([0, 1]));
    expect(page.gallery).toMatchObject({
      coverStyle: 'band',
      design: { colors: 'dark', layout: 'columns' },
      cover: { id: tenth.id, focal: { x: 0.2, y: 0.7 } },
      name: 'Boda',
      photoCount: 2,
      visibility: 'link',
      expiresAt: 0,
      downloads: { original: false, web: true },
    });
    expect(answer.text).not.toMatch(
      /SECRET-CAMERA|PRIVATE|PROCESSING|FAILED|TRASHED|original_?[kK]ey|mimeType|@example/,
    );
  });

  it('marks a RAW without an image, which is neither the cover nor downloaded in web size', async () => {
    const id = await publishedGallery(api, studio, { sort_by: 'filename' });
    const raw = { filename: 'A.NEF', web_size: 321, metadata: { noPreview: true }, captured_at: new Date(0) };
    const first = await readyPhoto(api, studio, id, raw);
    const second = await readyPhoto(api, studio, id, { filename: 'B.jpg' });
    const { photos, gallery } = (await jsonOf(id)).read(publicPages.gallery);
    expect(photos.map(({ noPreview, bytes }) => [noPreview, bytes?.web])).toEqual([
      [true, undefined],
      [undefined, undefined],
    ]);
    expect(gallery.cover).toMatchObject({ id: second.id });
    const refusals = await Promise.all(
      [first, second].map((one) => api.call('GET', `/api/p/${id}/photos/${one.id}/download?size=web`, visit)),
    );
    // The rendition of the second is not stored yet.
    expect(refusals.map(({ error }) => error.params)).toEqual([undefined, { status: 'processing' }]);
  });

  it('answers alike for a foreign gallery, one in the trash, and a missing one', async () => {
    const foreign = await publishedGallery(api, other);
    const trashed = await publishedGallery(api, studio, { deleted_at: new Date() });
    const missing = await jsonOf(`${studio.id}${'0'.repeat(16)}`);
    expect(missing.status).toBe(404);
    for (const id of [foreign, trashed, 'nonsense', '%00']) expect((await jsonOf(id)).text).toBe(missing.text);
    expect((await jsonOf(foreign, 'nobody')).text).toBe(missing.text);
  });

  it('refuses closed galleries, names the studio, and is not cached', async () => {
    for (const [values, status, code, access] of [
      [{ visibility: 'password', has_password: true }, 401, 'gallery_access_required', 'password_required'],
      [{ visibility: 'invite' }, 401, 'gallery_access_required', 'signin_required'],
      [{ status: 'draft', published_at: null }, 403, 'gallery_not_published', undefined],
      [{ status: 'hidden' }, 403, 'gallery_not_published', undefined],
      [{ status: 'archived', visibility: 'public' }, 403, 'gallery_not_published', undefined],
      [{ expires_at: new Date(api.clock.now() - 1) }, 403, 'gallery_expired', undefined],
    ] as const) {
      const id = await publishedGallery(api, studio, { ...values, name: 'PRIVATE-NAME' });
      await readyPhoto(api, studio, id, { filename: 'PRIVATE-FILE.jpg' });
      const answer = await jsonOf(id);
      expect([answer.status, answer.error.code, answer.error.params?.['access']]).toEqual([status, code, access]);
      expect(answer.error.params?.['studio']).toMatchObject({ name: 'Llum de Mar' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text).not.toContain('PRIVATE');
    }
  });

  it('previews every own gallery to members, uncached, and to no other bearer', async () => {
    const id = await publishedGallery(api, studio, { status: 'draft', visibility: 'invite', published_at: null });
    for (const as of Object.values(studio.people)) {
      const answer = await jsonOf(id, studio.slug, { as });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    for (const as of [other.owner, stranger()]) expect((await jsonOf(id, studio.slug, { as })).status).toBe(403);
    const old = await api.issuer.sign(studio.owner, { expiresIn: -60 });
    expect((await jsonOf(id, studio.slug, { token: old })).status).toBe(403);
    const linked = await publishedGallery(api, studio);
    expect((await jsonOf(linked, studio.slug, { token: old })).status).toBe(200);
    expect((await jsonOf(linked, studio.slug, { as: studio.owner })).headers.get('cache-control')).toBe('no-store');
  });
});

describe('GET /api/p/{id}/photos/{photoId}/download', () => {
  const download = (galleryId: string, photoId: string, query = '', options = {}) =>
    api.call('GET', `/api/p/${galleryId}/photos/${photoId}/download${query}`, { ...visit, ...options });
  const store = (galleryId: string, fileId: string, body: string, params = WEB_SIZE) =>
    api.services.storage.put('renditions', renditionKey(galleryId, fileId, params), new Uint8Array(Buffer.from(body)), {
      contentType: 'image/jpeg',
    });

  it('in web size redirects to the fullscreen preset of a photo that was ingested earlier', async () => {
    const id = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, id);
    await store(id, photo.fileId, 'preset', presetParams('fullscreen'));
    const answer = await download(id, photo.id, '?size=web');
    expect(await (await fetch(answer.headers.get('location')!)).text()).toBe('preset');
  });

  it('redirects to the file under its name, for a minute, and records visitors’ downloads', async () => {
    const id = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, id, { filename: 'Ñu "ç" 100%.NEF' });
    await api.services.storage.put('originals', photo.originalKey, new Uint8Array(Buffer.from('original')), {
      contentType: 'image/jpeg',
    });
    await store(id, photo.fileId, 'web');
    for (const [query, bytes, plain, encoded] of [
      ['?size=original', 'original', 'Nu _c_ 100_.jpg', '%C3%91u%20_%C3%A7_%20100%25.jpg'],
      ['', 'web', 'Nu _c_ 100_.jpg', '%C3%91u%20_%C3%A7_%20100%25.jpg'],
    ] as const) {
      const answer = await download(id, photo.id, query);
      expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([302, '', 'no-store']);
      const location = new URL(answer.headers.get('location')!);
      expect(location.searchParams.get('X-Amz-Expires')).toBe('60');
      const file = await fetch(location);
      expect(await file.text()).toBe(bytes);
      expect(file.headers.get('content-disposition')).toBe(
        `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      );
    }
    await download(id, photo.id, '?size=original', { as: studio.owner });
    const head = await api.call('HEAD', `/api/p/${id}/photos/${photo.id}/download`, visit);
    const headers = head.headers.get('location')!;
    expect([head.status, (await fetch(headers, { method: 'HEAD' })).status, (await fetch(headers)).status]).toEqual([
      302, 200, 403,
    ]);
    const { rows } = await api.db.pool.query(
      `select photo_id, size, photo_count from gallery_events where gallery_id = $1 and kind = 'downloaded' order by at, size`,
      [id],
    );
    expect(rows).toEqual(['original', 'web'].map((size) => ({ photo_id: photo.id, size, photo_count: 1 })));
    const counts = await api.db.pool.query(
      `select p.download_count as photo, g.download_count::integer as gallery, p.view_count as views
       from photo_stats p join gallery_stats g using (gallery_id) where p.gallery_id = $1`,
      [id],
    );
    expect(counts.rows).toEqual([{ photo: 2, gallery: 2, views: 0 }]);
  });

  it('enforces the studio’s download settings for visitors', async () => {
    const id = await publishedGallery(api, studio, { allow_original: false, allow_web: true });
    const photo = await readyPhoto(api, studio, id);
    await store(id, photo.fileId, 'web');
    const section = await insertSection(api.db.pool, studio.id, id, { is_visible: false });
    for (const values of [{ is_hidden: true }, { section_id: section }]) {
      const unseen = await readyPhoto(api, studio, id, values);
      expect((await download(id, unseen.id, '?size=web')).status).toBe(404);
      expect((await download(id, unseen.id, '?size=original', { as: studio.owner })).status).toBe(302);
    }
    const refused = await download(id, photo.id, '?size=original');
    expect([refused.status, refused.error.code]).toEqual([403, 'download_not_allowed']);
    expect((await download(id, photo.id, '?size=web')).status).toBe(302);
    expect((await download(id, photo.id, '?size=original', { as: studio.owner })).status).toBe(302);
    expect((await download(id, photo.id, '?size=original', { as: other.owner })).status).toBe(403);
  });

  it('refuses without gallery access', async () => {
    for (const [values, code] of [
      [{ visibility: 'invite' }, 'gallery_access_required'],
      [{ visibility: 'password', has_password: true }, 'gallery_access_required'],
      [{ status: 'hidden' }, 'gallery_not_published'],
      [{ expires_at: new Date(api.clock.now() - 1) }, 'gallery_expired'],
    ] as const) {
      const id = await publishedGallery(api, studio, values);
      const photo = await readyPhoto(api, studio, id);
      expect((await download(id, photo.id)).error.code).toBe(code);
    }
  });

  it('knows no photo of another gallery, in the trash, or unprocessed', async () => {
    const [id, another] = [await publishedGallery(api, studio), await publishedGallery(api, other)];
    const gone = await readyPhoto(api, studio, id, { deleted_at: new Date() });
    const failed = await readyPhoto(api, studio, id, { status: 'failed', failure_reason: 'corrupt' });
    const foreign = await readyPhoto(api, other, another);
    for (const photoId of [gone.id, failed.id, foreign.id, '0'.repeat(20), 'nonsense', '%00']) {
      const answer = await download(id, photoId);
      expect([photoId, answer.status, answer.error.code]).toEqual([photoId, 404, 'not_found']);
    }
    const unrendered = await readyPhoto(api, studio, id);
    expect((await download(id, unrendered.id)).error).toMatchObject({
      code: 'not_found',
      params: { status: 'processing' },
    });
    expect((await download(id, unrendered.id, '?size=huge')).error).toMatchObject({
      code: 'validation_failed',
      field: 'size',
    });
  });

  it('enforces the rights of a grant', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'invite' });
    const photo = await readyPhoto(api, studio, id);
    await store(id, photo.fileId, 'web');
    const { cookie } = await invitedVisitor(api, studio, id, { can_download: false });
    expect((await download(id, photo.id, '', { cookies: [cookie] })).error.code).toBe('download_not_allowed');
    const allowed = await invitedVisitor(api, studio, id);
    expect((await download(id, photo.id, '', { cookies: [allowed.cookie] })).status).toBe(302);
  });
});
