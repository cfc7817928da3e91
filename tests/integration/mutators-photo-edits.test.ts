import { afterAll, describe, expect, it } from 'vitest';
import { MAX_CAPTURE_OFFSET_S } from '#core/domain/photos/photos.ts';
import { listPublicGalleries, readPublicGallery } from '#functions/galleries/public-gallery.ts';
import { CLIENT, mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { insertSection, type Row } from '../support/rows.ts';

const studio = await mutatorStudio('photographer');
const { database, db, office, members, ctx, gallery, photo } = studio;
afterAll(() => studio.close());

const mutate = (name: string, galleryId: string, photoIds: string[], more: object) =>
  office.mutate(`photos.${name}`, { galleryId, photoIds, now: CLIENT, ...more } as never, ctx);
const rowOf = async (id: string) => (await db.query<Row>('select * from photos where id = $1', [id]))[0]!;

describe('rotation', () => {
  it.each([
    [90, 90, [0.7, 0.2]],
    [180, 180, [0.8, 0.7]],
    [270, 270, [0.3, 0.8]],
  ] as const)('by %i° takes the focal point along', async (by, rotation, focal) => {
    const id = await gallery();
    const [focused, plain] = [await photo(id, { focal_x: 0.2, focal_y: 0.3 }), await photo(id)];
    expect(await mutate('rotate', id, [focused, plain], { by })).toBe('done');
    const row = await rowOf(focused);
    expect(row).toMatchObject({ rotation, rendered_rotation: 0, style_version: 2, rendered_version: 1 });
    expect([row['focal_x'], row['focal_y']]).toEqual(focal.map((part) => expect.closeTo(part, 12)));
    expect(await rowOf(plain)).toMatchObject({ rotation, focal_x: null, focal_y: null });
  });

  it('four times restores any orientation', async () => {
    const id = await gallery();
    const ids = [await photo(id, { rotation: 270, focal_x: 0.1, focal_y: 0.9 }), await photo(id, { rotation: 90 })];
    for (let turn = 0; turn < 4; turn++) expect(await mutate('rotate', id, ids, { by: 90 })).toBe('done');
    const row = await rowOf(ids[0]!);
    expect(row).toMatchObject({ rotation: 270, style_version: 5 });
    expect([row['focal_x'], row['focal_y']]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.9, 12)]);
    expect(await rowOf(ids[1]!)).toMatchObject({ rotation: 90, style_version: 5 });
  });

  it.each([0, 45, 360, -90, '90'])('refuses %j degrees', async (by) => {
    const id = await gallery();
    expect(await mutate('rotate', id, [await photo(id)], { by })).toBe('validation_failed');
  });
});

describe('the focal point', () => {
  it('is set and cleared, each with a new style version', async () => {
    const id = await gallery();
    const ids = [await photo(id), await photo(id)];
    expect(await mutate('setFocalPoint', id, ids, { focal: { x: 0, y: 1 } })).toBe('done');
    for (const each of ids) expect(await rowOf(each)).toMatchObject({ focal_x: 0, focal_y: 1, style_version: 2 });
    expect(await mutate('setFocalPoint', id, ids, { focal: null })).toBe('done');
    for (const each of ids) expect(await rowOf(each)).toMatchObject({ focal_x: null, style_version: 3 });
  });

  it.each([{ x: -0.1, y: 0 }, { x: 0, y: 1.1 }, { x: 0 }, { x: 0, y: 0, z: 0 }, undefined])(
    'refuses %j',
    async (focal) => {
      const id = await gallery();
      expect(await mutate('setFocalPoint', id, [await photo(id)], { focal })).toBe('validation_failed');
    },
  );
});

describe('the camera clock', () => {
  it('shifts the time of all its photos, and is undone', async () => {
    const id = await gallery();
    const ids = [await photo(id), await photo(id, { capture_offset: -30 })];
    const offsets = async () => (await Promise.all(ids.map(rowOf))).map((row) => row['capture_offset']);
    expect(await mutate('shiftCapture', id, ids, { bySeconds: 3600 })).toBe('done');
    expect(await offsets()).toEqual([3600, 3570]);
    expect(await mutate('shiftCapture', id, ids, { bySeconds: -3600 })).toBe('done');
    expect(await offsets()).toEqual([0, -30]);
  });

  it('shifts by at most fifty years, all or none', async () => {
    const id = await gallery();
    const [first, second] = [await photo(id), await photo(id, { capture_offset: 1 })];
    expect(await mutate('shiftCapture', id, [first], { bySeconds: MAX_CAPTURE_OFFSET_S })).toBe('done');
    expect(await mutate('shiftCapture', id, [first, second], { bySeconds: 1 })).toBe('validation_failed');
    expect(await rowOf(second)).toMatchObject({ capture_offset: 1 });
    for (const bySeconds of [MAX_CAPTURE_OFFSET_S + 1, 0.5, NaN])
      expect(await mutate('shiftCapture', id, [second], { bySeconds })).toBe('validation_failed');
  });
});

describe('bulk changes', () => {
  it.each([
    ['rotate', { by: 90 }],
    ['setHidden', { isHidden: true }],
    ['setFocalPoint', { focal: null }],
    ['shiftCapture', { bySeconds: 1 }],
    ['setSection', { sectionId: null }],
  ])('refuse all photos if one is in the trash, or its gallery: %s', async (name, more) => {
    const id = await gallery();
    const [live, trashed] = [await photo(id), await photo(id, { deleted_at: new Date() })];
    const before = await rowOf(live);
    expect(await mutate(name, id, [live, trashed], more)).toBe('not_found');
    expect(await rowOf(live)).toEqual(before);
    expect(await mutate(name, id, [live, live], more)).toBe('done');
    await db.query('update galleries set deleted_at = now() where id = $1', [id]);
    expect(await mutate(name, id, [live], more)).toBe('not_found');
  });
});

describe('visitors', () => {
  const published = { status: 'published', visibility: 'public', published_at: new Date(NOW) };

  it('get no hidden photo or section: not in the page, not as cover, not in counts', async () => {
    const id = await gallery({ ...published, sort_by: 'filename' });
    const hidden = await insertSection(database.pool, members.accountId, id, { is_visible: false, order: 1 });
    const open = await insertSection(database.pool, members.accountId, id, { name: 'Party', order: 2 });
    const translations = { ca: { name: 'Festa' } };
    const renamed = { id: open, changes: { translations }, now: CLIENT };
    expect(await office.mutate('sections.update', renamed, ctx)).toBe('done');
    const [a, b, c, d] = [
      await photo(id, { filename: 'a.jpg' }),
      await photo(id, { filename: 'b.jpg' }),
      await photo(id, { filename: 'c.jpg' }),
      await photo(id, { filename: 'd.jpg' }),
    ];
    await db.query('update galleries set cover_photo_id = $2 where id = $1', [id, a]);
    expect(await mutate('setHidden', id, [a], { isHidden: true })).toBe('done');
    expect(await mutate('setSection', id, [b], { sectionId: hidden })).toBe('done');
    expect(await mutate('setSection', id, [c], { sectionId: open })).toBe('done');
    const page = await readPublicGallery(db, members.accountId, id);
    expect(page!.photos.map((each) => each.id)).toEqual([d, c]);
    expect(page!.gallery).toMatchObject({ photoCount: 2, cover: { id: expect.stringMatching(`^(${c}|${d})$`) } });
    expect(page!.gallery.sections).toEqual([
      { id: null, name: '', translations: null, photoCount: 1 },
      { id: open, name: 'Party', translations: { ca: { name: 'Festa' } }, photoCount: 1 },
    ]);
    const listed = await listPublicGalleries(db, members.accountId, NOW);
    expect(listed.find((each) => each.id === id)).toMatchObject({ photoCount: 2, cover: page!.gallery.cover });
    expect(await mutate('setHidden', id, [a], { isHidden: false })).toBe('done');
    const shown = await readPublicGallery(db, members.accountId, id);
    expect([shown!.photos.length, shown!.gallery.cover?.id]).toEqual([3, a]);
  });

  it('get the stored count, and a computed one only if something is hidden', async () => {
    const id = await gallery(published);
    const sectionId = await insertSection(database.pool, members.accountId, id);
    const [a, b] = [await photo(id), await photo(id, { section_id: sectionId })];
    const listed = async () =>
      (await listPublicGalleries(db, members.accountId, NOW)).find((each) => each.id === id)!.photoCount;
    expect(await listed()).toBe(2);
    // Deliberately wrong, so that it can only be the stored value.
    await db.query('update gallery_stats set ready_count = 41 where gallery_id = $1', [id]);
    expect(await listed()).toBe(41);
    await mutate('setHidden', id, [a], { isHidden: true });
    expect(await listed()).toBe(1);
    await mutate('setHidden', id, [a], { isHidden: false });
    expect(await listed()).toBe(41);
    await db.query('update gallery_sections set is_visible = false where id = $1', [sectionId]);
    expect(await listed()).toBe(1);
    await mutate('setHidden', id, [b], { isHidden: true });
    expect(await listed()).toBe(1);
  });
});
