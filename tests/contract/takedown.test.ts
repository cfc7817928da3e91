import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { insertUser } from '../support/auth-sessions.ts';
import { backOffice } from '../support/back-office.ts';
import { invite } from '../support/gallery-invites.ts';
import { operatorAct } from '../support/operator.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';
import { securityEvents } from '../support/team-members.ts';

const api = await testApi();
const office = backOffice(api.db);
const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

const REASONS = { ground: 'law', rule: 'Art. 7 LO 1/1982: a portrait without consent', source: 'notice' };
const block = ({ id }: Studio, about: object) => operatorAct(api, id, 'takedown', { ...about, ...REASONS });
const release = ({ id }: Studio, about: object) => operatorAct(api, id, 'restore', about);

const mutate = (own: Studio, name: string, args: object) =>
  office.mutate(name, { ...args, now: 1 } as never, {
    userId: own.owner.userId,
    accountId: own.id,
    role: 'owner',
    now: () => api.clock.now(),
  });
const page = (path: string) => api.call('GET', path, { channel: null });
const pub = (path: string) => api.call('GET', path, { channel: 'public' });

describe('a blocked gallery', () => {
  it('answers visitors with 451, cannot be published, and is shown again by its release', async () => {
    const own = await makeStudio(api);
    const galleryId = await publishedGallery(api, own, { visibility: 'public' });
    const about = { target: 'gallery', galleryId };
    expect(await block(own, about)).toBe('done');
    expect(await block(own, about)).toBe('unchanged');
    const answer = await pub(`/api/p/${own.slug}/gallery/${galleryId}`);
    expect([answer.status, answer.error.code]).toEqual([451, 'content_blocked']);
    expect((await page(`/p/${own.slug}/gallery/${galleryId}`)).status).toBe(451);
    const verified = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', body: {} });
    expect([verified.read(endpoints.publicPages.verify).access, verified.cookies.size]).toEqual(['blocked', 0]);
    expect((await pub(`/api/p/${own.slug}`)).status).toBe(200);
    expect(api.purged).toContain(`/p/${own.slug}*`);

    expect(await mutate(own, 'galleries.setStatus', { id: galleryId, to: 'published' })).toBe('content_blocked');
    const invited = await api.call('POST', '/api/auth/invite', {
      as: own.owner,
      account: own.id,
      body: { email: 'a@example.org', data: { galleryId, accountSlug: own.slug, publish: true } },
    });
    expect([invited.status, invited.error.code]).toEqual([451, 'content_blocked']);

    expect(await release(own, about)).toBe('done');
    expect((await pub(`/api/p/${own.slug}/gallery/${galleryId}`)).status).toBe(200);
    expect(await release(own, about)).toBe('unchanged');
  });

  it('stays closed after its release if the studio had closed it', async () => {
    const own = await makeStudio(api);
    const galleryId = await publishedGallery(api, own, { status: 'hidden' });
    const about = { target: 'gallery', galleryId };
    expect(await block(own, about)).toBe('done_unseen');
    expect(await release(own, about)).toBe('done_unseen');
    expect(await sql('select status from galleries where id = $1', galleryId)).toEqual([{ status: 'hidden' }]);
  });

  it('is closed to invited clients too', async () => {
    const own = await makeStudio(api);
    const galleryId = await publishedGallery(api, own, { visibility: 'invite' });
    const { token } = await invite(api, own, galleryId);
    await block(own, { target: 'gallery', galleryId });
    await api.call('POST', '/api/auth/verify-invite', { channel: 'public', body: { token } });
    const answer = await pub(`/api/p/${own.slug}/gallery/${galleryId}`);
    expect(answer.error.code).toBe('content_blocked');
  });

  it('gives no photo to another gallery, by moving or copying', async () => {
    const own = await makeStudio(api);
    const [galleryId, toGalleryId] = [await publishedGallery(api, own), await publishedGallery(api, own)];
    const photo = await readyPhoto(api, own, galleryId);
    const about = { target: 'gallery', galleryId };
    await block(own, about);
    const to = { galleryId, toGalleryId, sectionId: null };
    const copy = () => mutate(own, 'photos.copy', { ...to, copies: [{ from: photo.id, id: newId() }] });
    const move = () => mutate(own, 'photos.move', { ...to, photoIds: [photo.id] });
    expect([await copy(), await move()]).toEqual(['content_blocked', 'content_blocked']);
    expect(await sql('select gallery_id from photos where account_id = $1', own.id)).toEqual([
      { gallery_id: galleryId },
    ]);
    await release(own, about);
    expect([await copy(), await move()]).toEqual(['done', 'done']);
    // The photo has no stored original that could follow.
    await sql('delete from outbox where account_id = $1', own.id);
  });

  it('of another studio is not found', async () => {
    const [own, other] = [await makeStudio(api), await makeStudio(api)];
    const galleryId = await publishedGallery(api, other);
    expect(await block(own, { target: 'gallery', galleryId })).toBe('not_found');
    expect(await operatorAct(api, own.id, 'takedown', { target: 'gallery', galleryId })).toBe('not_found');
  });
});

describe('a blocked photo', () => {
  it('is hidden under its former address, answers 451, and cannot be shown or copied away', async () => {
    const own = await makeStudio(api);
    const galleryId = await publishedGallery(api, own, { visibility: 'public' });
    const [photo, copy] = [await readyPhoto(api, own, galleryId), await readyPhoto(api, own, galleryId)];
    const about = { target: 'photo', galleryId, photoId: photo.id };
    expect(await block(own, about)).toBe('done');
    const shown = (await pub(`/api/p/${own.slug}/gallery/${galleryId}`)).read(endpoints.publicPages.gallery).photos;
    expect(shown.map(({ id }) => id)).toEqual([copy.id]);
    const download = await pub(`/api/p/${galleryId}/photos/${photo.id}/download?size=web`);
    expect(download.status).toBe(451);
    const [row] = await sql('select style_version > rendered_version as renamed from photos where id = $1', photo.id);
    expect(row).toEqual({ renamed: true });

    const show = (photoId: string) =>
      mutate(own, 'photos.setHidden', { galleryId, photoIds: [photoId], isHidden: false });
    expect([await show(photo.id), await show(copy.id)]).toEqual(['content_blocked', 'done']);
    expect(await release(own, about)).toBe('done');
    expect(await sql('select is_hidden, held_at from photos where id = $1', photo.id)).toEqual([
      { is_hidden: false, held_at: null },
    ]);
  });
});

describe('a blocked website and studio', () => {
  it('the website answers 451, galleries and the API do not', async () => {
    const own = await makeStudio(api);
    const galleryId = await publishedGallery(api, own, { visibility: 'public' });
    expect(await block(own, { target: 'website' })).toBe('done');
    for (const path of ['', '/sitemap.xml', '/about']) {
      const answer = await page(`/p/${own.slug}${path}`);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 451, 'no-store']);
    }
    expect((await page(`/p/${own.slug}/gallery/${galleryId}`)).status).toBe(200);
    expect(await release(own, { target: 'website' })).toBe('done');
    expect((await page(`/p/${own.slug}`)).status).toBe(200);
  });

  it('the studio answers 451 everywhere, and its members only read', async () => {
    const own = await makeStudio(api);
    const galleryId = await publishedGallery(api, own, { visibility: 'public' });
    await block(own, { target: 'studio' });
    for (const path of ['', `/gallery/${galleryId}`]) expect((await page(`/p/${own.slug}${path}`)).status).toBe(451);
    expect((await pub(`/api/p/${own.slug}`)).error.code).toBe('content_blocked');
    const member = { as: own.owner, account: own.id };
    expect((await api.call('POST', '/api/calendar-feed', member)).error.code).toBe('studio_suspended');
    expect((await api.call('POST', '/api/images/token', member)).status).toBe(200);
    await release(own, { target: 'studio' });
    expect((await page(`/p/${own.slug}`)).status).toBe(200);
  });
});

describe('the statement of reasons', () => {
  it('is mailed to the owners, with all that the regulation asks for', async () => {
    const own = await makeStudio(api, 'Llum');
    await insertUser(api.db.pool, own.owner);
    const galleryId = await publishedGallery(api, own, { name: 'Boda' });
    await block(own, { target: 'gallery', galleryId, territory: 'Spain' });
    await runOutbox(api.jobs);
    const { text, subject } = api.mails.findLast(({ to }) => to === own.owner.email)!;
    expect(subject).toBe('Content of Llum was blocked');
    for (const part of [
      'the gallery “Boda” of Llum',
      'Reason: Spam to strangers',
      'Legal ground: Art. 7 LO 1/1982',
      'We acted on a notice',
      'blocked in: Spain',
      'no automated means',
      'go to court',
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
    expect(await securityEvents(api, own.id)).toMatchObject([{ kind: 'content_removed' }]);
  });

  it('names the gallery of a blocked photo', async () => {
    const own = await makeStudio(api, 'Llum');
    await insertUser(api.db.pool, own.owner);
    const galleryId = await publishedGallery(api, own, { name: 'Boda' });
    const photo = await readyPhoto(api, own, galleryId);
    await block(own, { target: 'photo', galleryId, photoId: photo.id });
    await runOutbox(api.jobs);
    const { text } = api.mails.findLast(({ to }) => to === own.owner.email)!;
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/the photo “[^”]+” in the gallery “Boda” of Llum/);
  });

  it('is required', async () => {
    const own = await makeStudio(api);
    expect(await operatorAct(api, own.id, 'takedown', { target: 'studio' })).toBe('not_found');
    expect((await page(`/p/${own.slug}`)).status).toBe(200);
  });
});
