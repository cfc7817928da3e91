import { afterAll, describe, expect, it } from 'vitest';
import { makeMembers, memberContext } from '../support/back-office-rows.ts';
import { CLIENT, mutatorStudio } from '../support/mutator-studio.ts';
import { insertRow, insertSection, insertWatermark, newId, type Row } from '../support/rows.ts';

const LATER = Date.UTC(2030, 7, 1) - 1;

const studio = await mutatorStudio('photographer');
const { database, office, members, ctx, gallery, query } = studio;
afterAll(() => studio.close());

const mutate = (name: string, args: object) => office.mutate(name, { ...args, now: CLIENT } as never, ctx);
const mark = (values: Row = {}) => insertWatermark(database.pool, members.accountId, values);
const withoutPicture = { image_version: 0, image_key: null, image_width: null, image_height: null };

async function preset(settings: object): Promise<string> {
  const id = newId();
  expect(await mutate('presets.create', { id, name: 'Wedding', settings })).toBe('done');
  return id;
}
const apply = (id: string, galleryId: string, more: object = {}) =>
  mutate('presets.apply', { id, galleryId, sectionIds: [newId(), newId(), newId()], ...more });
const rowOf = async (id: string) => (await query('select * from galleries where id = $1', [id]))[0]!;
const sectionsOf = async (id: string) =>
  (await query('select name from gallery_sections where gallery_id = $1 order by "order"', [id])).map(
    ({ name }) => name,
  );

describe('a preset', () => {
  it('sets the fields it contains and keeps the others', async () => {
    const watermarkId = await mark();
    const id = await preset({
      visibility: 'invite',
      coverStyle: 'title',
      allowOriginal: false,
      watermarkId,
      expiresAfterDays: 90,
    });
    const galleryId = await gallery({ sort_by: 'filename' });
    expect(await apply(id, galleryId, { expiresAt: LATER })).toBe('done');
    expect(await rowOf(galleryId)).toMatchObject({
      visibility: 'invite',
      cover_style: 'title',
      allow_original: false,
      allow_web: true,
      sort_by: 'filename',
      watermark_id: watermarkId,
      expires_at: new Date(LATER),
      updated_at: expect.any(Date),
    });
    expect(await apply(await preset({ expiresAfterDays: 0, watermarkId: null }), galleryId)).toBe('done');
    expect(await rowOf(galleryId)).toMatchObject({ expires_at: null, watermark_id: null, visibility: 'invite' });
    expect(await apply(await preset({}), galleryId, { expiresAt: LATER })).toBe('done');
    expect(await rowOf(galleryId)).toMatchObject({ expires_at: null });
  });

  it('replaces the design, and keeps it without one', async () => {
    const galleryId = await gallery({ settings: { design: { colors: 'dark' }, other: 1 } });
    expect(await apply(await preset({ coverStyle: 'title' }), galleryId)).toBe('done');
    expect(await rowOf(galleryId)).toMatchObject({ settings: { design: { colors: 'dark' }, other: 1 } });
    const design = { layout: 'columns', fontPair: 'Fraunces' };
    expect(await apply(await preset({ design }), galleryId)).toBe('done');
    expect((await rowOf(galleryId))['settings']).toEqual({ design, other: 1 });
  });

  it('with an expiry needs a date, else changes nothing', async () => {
    const id = await preset({ expiresAfterDays: 30, sortBy: 'manual', sections: ['Party'] });
    const galleryId = await gallery();
    for (const more of [{}, { expiresAt: 0 }]) expect(await apply(id, galleryId, more)).toBe('validation_failed');
    expect(await rowOf(galleryId)).toMatchObject({ sort_by: 'captured_at', expires_at: null });
    expect(await sectionsOf(galleryId)).toEqual([]);
  });

  it('appends missing sections by name', async () => {
    const galleryId = await gallery();
    await insertSection(database.pool, members.accountId, galleryId, { name: 'Party', order: 5 });
    const id = await preset({ sections: ['Ceremony', 'Party', 'Dinner', 'Dinner'] });
    expect(await apply(id, galleryId)).toBe('done');
    expect(await sectionsOf(galleryId)).toEqual(['Party', 'Ceremony', 'Dinner']);
    expect(await apply(id, galleryId, { sectionIds: [] })).toBe('done');
    expect(await sectionsOf(galleryId)).toEqual(['Party', 'Ceremony', 'Dinner']);
    const [fresh, used] = [await gallery(), newId()];
    expect(await apply(id, fresh, { sectionIds: [newId()] })).toBe('validation_failed');
    expect(await apply(id, fresh, { sectionIds: [used, used, used] })).toBe('conflict');
    expect(await sectionsOf(fresh)).toEqual([]);
  });

  it('applies no watermark without an image', async () => {
    const watermarkId = await mark(withoutPicture);
    const args = { id: newId(), name: 'Wedding', settings: { watermarkId } };
    expect(await mutate('presets.create', args)).toBe('watermark_missing');
    const id = await preset({});
    expect(await mutate('presets.update', { id, changes: { settings: { watermarkId } } })).toBe('watermark_missing');
    expect(await mutate('galleries.update', { id: await gallery(), changes: { watermarkId } })).toBe(
      'watermark_missing',
    );
  });

  it('is renamed, replaced and deleted', async () => {
    const id = await preset({ sortBy: 'manual' });
    expect(await mutate('presets.update', { id, changes: { name: ' Portraits ' } })).toBe('done');
    expect(await mutate('presets.update', { id, changes: { settings: { allowWeb: false } } })).toBe('done');
    expect(await query('select name, settings from gallery_presets where id = $1', [id])).toEqual([
      { name: 'Portraits', settings: { allowWeb: false } },
    ]);
    expect(await mutate('presets.create', { id, name: 'Again', settings: {} })).toBe('conflict');
    expect(await mutate('presets.remove', { id })).toBe('done');
    expect(await apply(id, await gallery())).toBe('not_found');
    expect(await apply(await preset({}), await gallery({ deleted_at: new Date() }))).toBe('not_found');
  });

  it('is limited to 200 for each studio', async () => {
    const others = await makeMembers(database.pool);
    for (let count = 0; count < 200; count++) {
      const author = { account_id: others.accountId, author_id: others.people.owner };
      await insertRow(database.pool, 'gallery_presets', { id: newId(), ...author, name: 'Preset' });
    }
    const theirs = memberContext(others, 'owner');
    const args = { id: newId(), name: 'One more', settings: {}, now: CLIENT };
    expect(await office.mutate('presets.create', args, theirs)).toBe('limit_reached');
    expect(await office.mutate('presets.create', args, ctx)).toBe('done');
  });
});

describe('a watermark', () => {
  const layout = { position: 'bottom_right', size: 25, opacity: 50, isTiled: false };

  it('starts without an image; its layout changes in part', async () => {
    const id = newId();
    expect(await mutate('watermarks.create', { id, name: 'Studio', kind: 'image', ...layout })).toBe('done');
    const [row] = await query('select * from watermarks where id = $1', [id]);
    expect(row).toMatchObject({ kind: 'image', text: '', image_version: 0, image_key: null, author_id: ctx.userId });
    expect(await mutate('watermarks.update', { id, changes: { isTiled: true, opacity: 5, text: '©' } })).toBe('done');
    expect(await query('select is_tiled, opacity, size, text from watermarks where id = $1', [id])).toEqual([
      { is_tiled: true, opacity: 5, size: 25, text: '©' },
    ]);
    for (const changes of [{ kind: 'text' }, { imageVersion: 2 }, { imageKey: 'x' }, { size: 101 }])
      expect(await mutate('watermarks.update', { id, changes })).toBe('validation_failed');
    expect(await mutate('watermarks.create', { id, name: 'Again', kind: 'text', ...layout })).toBe('conflict');
  });

  it('cannot be deleted while a gallery uses it, also in the trash', async () => {
    const id = await mark();
    const galleryId = await gallery({ watermark_id: id, deleted_at: new Date() });
    expect(await mutate('watermarks.remove', { id })).toBe('watermark_in_use');
    await query('update galleries set watermark_id = null where id = $1', [galleryId]);
    expect(await mutate('watermarks.remove', { id })).toBe('done');
  });

  it('is removed from presets when deleted; they can still be applied', async () => {
    const [id, other] = [await mark(), await mark()];
    const naming = await preset({ watermarkId: id, sortBy: 'manual' });
    const apart = await preset({ watermarkId: other });
    expect(await mutate('watermarks.remove', { id })).toBe('done');
    const settingsOf = async (presetId: string) =>
      (await query('select settings from gallery_presets where id = $1', [presetId]))[0]!['settings'];
    expect(await settingsOf(naming)).toEqual({ sortBy: 'manual' });
    expect(await settingsOf(apart)).toEqual({ watermarkId: other });
    expect(await apply(naming, await gallery())).toBe('done');
  });
});
