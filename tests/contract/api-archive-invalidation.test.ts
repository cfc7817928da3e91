import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { ARCHIVE_MS } from '#core/domain/galleries/archives.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { webKey } from '#functions/photos/web-rendition.ts';
import { testApi } from '../support/api.ts';
import {
  callArchives,
  createArchive,
  fetchPart,
  runArchivePacker,
  type StoredPhoto,
  storedPhoto,
} from '../support/archives.ts';
import { expectLogged } from '../support/expected-log.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

expectLogged('archive_not_packed');

const api = await testApi();
const studio = await makeStudio(api);

const member = () => ({ as: studio.owner, account: studio.id });
const sql = (text: string, values: unknown[] = []) => api.db.pool.query(text, values);
const email = (name: string) => ({ body: { email: `${name}@example.org`, language: 'en' } });

/** Adds a watermark to the gallery, or rotates the photo: its renditions get new names. */
async function madeAnew(galleryId: string, { id }: StoredPhoto) {
  const fileId = newId(24);
  await api.services.storage.put('renditions', webKey(galleryId, fileId), new Uint8Array(300), {
    contentType: 'image/jpeg',
  });
  await sql('update photos set file_id = $2 where id = $1', [id, fileId]);
}

async function replaced(galleryId: string, photo: StoredPhoto) {
  const key = `${galleryId}/${photo.id}/${newId()}`;
  await api.services.storage.put('originals', key, new Uint8Array(1000), { contentType: 'image/jpeg' });
  await sql('update photos set original_key = $2 where id = $1', [photo.id, key]);
  await madeAnew(galleryId, photo);
}

async function mailsTo(address: string) {
  await runOutbox(api.jobs);
  return api.mails.filter(({ to }) => to === address);
}

describe('an archive of outdated renditions', () => {
  it.each([
    ['web', 'made again', madeAnew],
    ['web', 'replaced', replaced],
    ['original', 'replaced', replaced],
  ] as const)('in %s size, one of them %s, is handed to nobody', async (size, _change, change) => {
    const galleryId = await publishedGallery(api, studio);
    const [photo] = [await storedPhoto(api, studio, galleryId), await storedPhoto(api, studio, galleryId)];
    const { id } = await createArchive(api, galleryId, { size });
    const params = { galleryId, archiveId: id, part: '0' };
    await callArchives(api, 'notify', params, email(`${size}-early`));
    await change(galleryId, photo);
    for (const who of [{}, member()]) {
      for (const name of ['status', 'part', 'notify'] as const) {
        const options = name === 'notify' ? { ...who, ...email('late') } : who;
        expect((await callArchives(api, name, params, options)).error.code).toBe('archive_outdated');
      }
    }
    expect(await mailsTo(`${size}-early@example.org`)).toEqual([]);
    const next = await createArchive(api, galleryId, { size });
    expect([next.status, next.id === id]).toEqual(['ready', false]);
    expect((await fetchPart(api, galleryId, next.id, 0)).status).toBe(200);
  });

  it('of originals stays valid when only the style changes', async () => {
    const galleryId = await publishedGallery(api, studio);
    const photo = await storedPhoto(api, studio, galleryId);
    const { id } = await createArchive(api, galleryId);
    await madeAnew(galleryId, photo);
    expect((await fetchPart(api, galleryId, id, 0)).status).toBe(200);
    expect((await createArchive(api, galleryId)).id).toBe(id);
  });

  it('does not become ready if the style changes while it is packed', async () => {
    const galleryId = await publishedGallery(api, studio);
    const photos: StoredPhoto[] = [];
    for (let n = 0; n < 41; n++) photos.push(await storedPhoto(api, studio, galleryId));
    const { id, status } = await createArchive(api, galleryId, { size: 'web' });
    expect(status).toBe('queued');
    const { storage } = api.services;
    let isDone = false;
    const get: typeof storage.get = async (...given) => {
      if (!isDone) await madeAnew(galleryId, photos[40]!);
      isDone = true;
      return storage.get(...given);
    };
    const services = { ...api, services: { ...api.services, storage: { ...storage, get } } };
    expect(await runArchivePacker(services)).toMatchObject({ failed: 1 });
    const { rows } = await sql('select status, failure_reason from archives where id = $1', [id]);
    expect(rows).toEqual([{ status: 'failed', failure_reason: 'archive_outdated' }]);
  });
});

describe('an interrupted download', () => {
  it('resumes by file URL after the link expired; gallery access issues a new link', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const galleryId = await publishedGallery(api, studio);
    await storedPhoto(api, studio, galleryId, {}, 100_000);
    const archive = await createArchive(api, galleryId);
    const params = { galleryId, archiveId: archive.id, part: '0' };
    const whole = new Uint8Array(await (await fetchPart(api, galleryId, archive.id, 0)).arrayBuffer());
    const linkNow = async () => (await callArchives(api, 'part', params)).headers.get('location')!;
    // Presigned five minutes ago: storage checks with its own clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * MINUTE_MS - 1000 });
    const ended = await linkNow();
    vi.useRealTimers();
    const link = await linkNow();
    const begun = await fetch(link);
    const { value: head } = await begun.body!.getReader().read();
    const cut = Math.min(head!.length, 5000);
    const headers = { range: `bytes=${cut}-`, 'if-range': begun.headers.get('etag')! };
    const late = await fetch(ended, { headers });
    expect(late.status).toBe(403);
    await late.body?.cancel();

    const again = await callArchives(api, 'part', params, { headers });
    expect(again.status).toBe(302);
    const rest = await fetch(again.headers.get('location')!, { headers });
    expect(rest.status).toBe(206);
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(whole.slice(cut));
    // With another ETag the whole file is sent.
    const other = await fetch(again.headers.get('location')!, { headers: { ...headers, 'if-range': '"other"' } });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, whole.length]);

    await sql(`update galleries set status = 'hidden' where id = $1`, [galleryId]);
    const refused = await callArchives(api, 'part', params, { headers });
    expect(refused.error.code).toBe('gallery_not_published');
  });

  it('is one download during all of the archive’s week', async () => {
    const galleryId = await publishedGallery(api, studio);
    await storedPhoto(api, studio, galleryId);
    const { cookie } = await invitedVisitor(api, studio, galleryId);
    const { id } = await createArchive(api, galleryId);
    for (let day = 0; day < 7; day++) {
      await fetchPart(api, galleryId, id, 0, { cookies: [cookie] });
      api.clock.advance(ARCHIVE_MS / 7 - 1000);
      await emptyTrash(api.jobs);
    }
    const { rowCount } = await sql(`select from gallery_events where gallery_id = $1 and kind = 'downloaded'`, [
      galleryId,
    ]);
    expect(rowCount).toBe(1);
    api.clock.advance(3 * DAY_MS);
    await emptyTrash(api.jobs);
    expect((await sql('select from rate_limits where bucket like $1', [`archive:${id}:%`])).rowCount).toBe(0);
  });
});

describe('a mail', () => {
  it.each([`status = 'hidden'`, `status = 'draft', published_at = null`, `expires_at = now() - interval '1 minute'`])(
    'is not sent for a gallery without visitor access: %s',
    async (change) => {
      const galleryId = await publishedGallery(api, studio);
      await storedPhoto(api, studio, galleryId);
      const { id } = await createArchive(api, galleryId);
      const name = newId();
      await callArchives(api, 'notify', { galleryId, archiveId: id }, email(name));
      await sql(`update galleries set ${change} where id = $1`, [galleryId]);
      expect(await mailsTo(`${name}@example.org`)).toEqual([]);
    },
  );

  it('is not sent for photos hidden meanwhile', async () => {
    const galleryId = await publishedGallery(api, studio);
    const { id: photoId } = await storedPhoto(api, studio, galleryId);
    const { id } = await createArchive(api, galleryId);
    await callArchives(api, 'notify', { galleryId, archiveId: id }, email('hidden'));
    await sql('update photos set is_hidden = true where id = $1', [photoId]);
    expect(await mailsTo('hidden@example.org')).toEqual([]);
  });
});
