import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { createArchive, runArchivePacker, storedPhoto } from '../support/archives.ts';
import { type Args, backOffice } from '../support/back-office.ts';
import { insertCustomer, insertRow, insertSection, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

/** In every text that names the client, and nowhere else. */
const CANARY = 'Canaryada';

const api = await testApi();
const office = backOffice(api.db);

/** Tables of the whole database with a row that contains the marker. */
async function tablesWithMarker(): Promise<string[]> {
  const { rows } = await api.db.pool.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await api.db.pool.query(`select from ${name} t where t::text ilike $1 limit 1`, [
      `%${CANARY}%`,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

/** Keys of stored objects that contain the marker, and of files that pack several texts. */
async function objectsWithMarker(): Promise<string[]> {
  const { storage } = api.services;
  const found: string[] = [];
  for (const bucket of ['originals', 'renditions'] as const) {
    const { objects, isLast } = await storage.list(bucket, '');
    expect(isLast).toBe(true);
    for (const { key } of objects) {
      const stored = await storage.get(bucket, key);
      const isPacked = key.startsWith('exports/') || key.startsWith('archives/');
      if (isPacked || Buffer.from(stored!.bytes).includes(CANARY)) found.push(key);
    }
  }
  return found;
}

/** Inserts a client who is mentioned wherever a studio writes names. */
async function makeMentioned(studio: Studio) {
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const customerId = await insertCustomer(api.db.pool, studio.id, { name: CANARY, email: `${CANARY}@example.org` });
  const translations = { en: { name: `Wedding of ${CANARY}` } };
  const named = {
    name: `Boda de ${CANARY}`,
    description: `For ${CANARY}`,
    customer_id: customerId,
    settings: { translations },
  };
  const galleryId = await publishedGallery(api, studio, named);
  const photo = await storedPhoto(api, studio, galleryId, { filename: `${CANARY}-1.jpg` });
  const sectionId = await insertSection(api.db.pool, studio.id, galleryId, { name: CANARY, translations });
  const [grantId, locationId] = [newId(), newId()];
  const grant = { gallery_id: galleryId, label: `Aunt of ${CANARY}`, email: 'aunt@example.org', status: 'sent' };
  await insertRow(api.db.pool, 'grants', { id: grantId, ...author, ...grant });
  await insertRow(api.db.pool, 'locations', { id: locationId, ...author, name: `Home of ${CANARY}` });
  const booked = { customer_id: customerId, location_id: locationId, date: new Date(), type: `Boda ${CANARY}` };
  await insertRow(api.db.pool, 'sessions', { id: newId(), ...author, ...booked });
  return { customerId, galleryId, photoId: photo.id, sectionId, grantId, locationId };
}

describe('erasing a client, after removing what mentions them', () => {
  it('leaves no trace in the database and in storage', async () => {
    const studio = await makeStudio(api);
    const { customerId, galleryId, photoId, sectionId, grantId, locationId } = await makeMentioned(studio);
    await createArchive(api, galleryId);
    await runArchivePacker(api);
    const exporting = await api.call('POST', `/api/accounts/${studio.id}/exports`, { as: studio.owner, body: {} });
    exporting.read(endpoints.accounts.exportData);
    await runOutbox(api.jobs);
    expect(await tablesWithMarker()).toEqual(
      expect.arrayContaining([
        'archives',
        'customers',
        'galleries',
        'gallery_sections',
        'grants',
        'locations',
        'photos',
      ]),
    );
    expect(await objectsWithMarker()).toEqual([
      expect.stringMatching(/^archives\//),
      expect.stringMatching(/^exports\//),
    ]);

    const ctx = {
      userId: studio.owner.userId,
      accountId: studio.id,
      role: 'owner',
      now: () => api.clock.now(),
    } as const;
    const act = async (name: string, args: object) => {
      // Each change is a push of its own, as from the dialog.
      api.clock.advance(1_000);
      const given = { ...args, now: 0 } as Args;
      expect([name, await office.mutate(name, given, ctx)]).toEqual([name, 'done']);
    };
    await act('galleries.update', { id: galleryId, changes: { name: 'Gallery, 1 May 2026' } });
    await act('galleries.update', { id: galleryId, changes: { description: '' } });
    await act('galleries.update', { id: galleryId, changes: { translations: { en: {} } } });
    await act('sections.update', { id: sectionId, changes: { name: 'Section', translations: { en: {} } } });
    const names = ['photo-1.jpg'];
    await act('photos.rename', { galleryId, photoIds: [photoId], filenames: names, sourceFilenames: names });
    await act('grants.setLabel', { id: grantId, label: '' });
    await act('locations.remove', { id: locationId });
    await act('customers.erase', { id: customerId });
    await runOutbox(api.jobs);
    // Files of ended archives stay for a while, because downloads may be under way.
    api.clock.advance(DAY_MS);
    await runArchivePacker(api);

    expect(await tablesWithMarker()).toEqual([]);
    expect(await objectsWithMarker()).toEqual([]);
  });
});
