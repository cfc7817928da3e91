import { afterAll, describe, expect, it } from 'vitest';
import { MAX_SECTIONS } from '#core/domain/galleries/sections.ts';
import { CLIENT, NOW, mutatorStudio } from '../support/mutator-studio.ts';
import { newId } from '../support/rows.ts';

const studio = await mutatorStudio('photographer');
const { office, ctx, gallery, section, photo, query } = studio;
afterAll(() => studio.close());

const mutate = (name: string, args: object) =>
  office.mutate(`sections.${name}`, { ...args, now: CLIENT } as never, ctx);
const create = (galleryId: string, values: object = {}) =>
  mutate('create', { id: newId(), galleryId, name: 'Party', order: 1, ...values });
const namesOf = async (galleryId: string) =>
  (await query('select name from gallery_sections where gallery_id = $1 order by "order", id', [galleryId])).map(
    ({ name }) => name,
  );
const hiddenOf = async (photoId: string) =>
  (await query('select is_hidden from photos where id = $1', [photoId]))[0]!['is_hidden'];
const sectionOf = async (photoId: string) =>
  (await query('select section_id as id from photos where id = $1', [photoId]))[0]!['id'];

describe('a section', () => {
  it('is created with photos in it and the server’s time', async () => {
    const id = await gallery();
    const [first, second] = [await photo(id), await photo(id)];
    const sectionId = newId();
    expect(await create(id, { id: sectionId, photoIds: [first] })).toBe('done');
    const [row] = await query('select * from gallery_sections where id = $1', [sectionId]);
    expect(row).toMatchObject({ name: 'Party', order: 1, is_visible: true, sort_by: null, gallery_id: id });
    expect(row).toMatchObject({ author_id: ctx.userId, created_at: new Date(NOW) });
    expect([await sectionOf(first), await sectionOf(second)]).toEqual([sectionId, null]);
  });

  it('is refused with an existing id, photos of another gallery or in the trash, or in the trash', async () => {
    const [id, elsewhere] = [await gallery(), await gallery()];
    const taken = await section(elsewhere);
    expect(await create(id, { id: taken })).toBe('conflict');
    expect(await create(id, { photoIds: [await photo(elsewhere)] })).toBe('not_found');
    expect(await create(id, { photoIds: [await photo(id, { deleted_at: new Date() })] })).toBe('not_found');
    expect(await create(await gallery({ deleted_at: new Date() }))).toBe('not_found');
    expect(await namesOf(id)).toEqual([]);
  });

  it('is limited to 100 for each gallery', async () => {
    const id = await gallery();
    for (let count = 1; count < MAX_SECTIONS; count++) await section(id);
    expect(await create(id)).toBe('done');
    expect(await create(id)).toBe('limit_reached');
  });

  it('changes in part', async () => {
    const id = await gallery();
    const sectionId = await section(id);
    const update = (changes: object) => mutate('update', { id: sectionId, changes });
    expect(await update({ isVisible: false, sortBy: 'filename' })).toBe('done');
    expect(await update({ name: ' Dinner ' })).toBe('done');
    expect(await update({ order: 7 })).toBe('validation_failed');
    const [row] = await query('select name, is_visible, sort_by, "order" from gallery_sections where id = $1', [
      sectionId,
    ]);
    expect(row).toEqual({ name: 'Dinner', is_visible: false, sort_by: 'filename', order: 0 });
    await query('update galleries set deleted_at = now() where id = $1', [id]);
    expect(await update({ name: 'Late' })).toBe('not_found');
    expect(await mutate('remove', { id: sectionId })).toBe('not_found');
  });

  it('keeps its photos when deleted, and gets them back on restore', async () => {
    const id = await gallery();
    const sectionId = await section(id, { name: 'Party', is_visible: false, order: 3 });
    const photos = [await photo(id, { section_id: sectionId }), await photo(id, { section_id: sectionId })];
    expect(await mutate('remove', { id: sectionId })).toBe('done');
    expect(await Promise.all(photos.map(sectionOf))).toEqual([null, null]);
    expect(await mutate('remove', { id: sectionId })).toBe('not_found');
    const again = { id: sectionId, order: 3, isVisible: false, sortBy: null, photoIds: photos };
    expect(await create(id, again)).toBe('done');
    expect(await Promise.all(photos.map(sectionOf))).toEqual([sectionId, sectionId]);
  });
});

describe('a hidden section', () => {
  it('hides its photos on deletion, also those in the trash, and no others', async () => {
    const id = await gallery();
    const [hidden, visible] = [await section(id, { is_visible: false }), await section(id)];
    const theirs = [await photo(id, { section_id: hidden }), await photo(id, { section_id: hidden, is_hidden: true })];
    const trashed = await photo(id, { section_id: hidden, deleted_at: new Date() });
    const others = [await photo(id), await photo(id, { section_id: visible })];
    expect(await mutate('remove', { id: hidden })).toBe('done');
    expect(await Promise.all([...theirs, trashed].map(hiddenOf))).toEqual([true, true, true]);
    expect(await Promise.all([...theirs, trashed].map(sectionOf))).toEqual([null, null, null]);
    expect(await mutate('remove', { id: visible })).toBe('done');
    expect(await Promise.all(others.map(hiddenOf))).toEqual([false, false]);
  });

  it('shows exactly the photos it hid again on restore', async () => {
    const id = await gallery();
    const sectionId = await section(id, { is_visible: false });
    const [shown, hidden] = [
      await photo(id, { section_id: sectionId }),
      await photo(id, { section_id: sectionId, is_hidden: true }),
    ];
    await mutate('remove', { id: sectionId });
    const again = { id: sectionId, isVisible: false, photoIds: [shown, hidden] };
    // A photo outside the section would become visible by the restore.
    expect(await create(id, { ...again, shownIds: [shown, await photo(id)] })).toBe('validation_failed');
    expect(await create(id, { ...again, shownIds: [shown] })).toBe('done');
    expect(await Promise.all([shown, hidden].map(hiddenOf))).toEqual([false, true]);
    expect(await Promise.all([shown, hidden].map(sectionOf))).toEqual([sectionId, sectionId]);
  });
});

describe('the order of sections', () => {
  it('follows the given ids; sections added meanwhile come last', async () => {
    const id = await gallery();
    const [a, b, c] = [
      await section(id, { name: 'a', order: 1 }),
      await section(id, { name: 'b', order: 2 }),
      await section(id, { name: 'c', order: 3 }),
    ];
    await section(id, { name: 'new', order: -1 });
    expect(await mutate('reorder', { galleryId: id, sectionIds: [c, a, b] })).toBe('done');
    expect(await namesOf(id)).toEqual(['c', 'a', 'b', 'new']);
    expect(await mutate('reorder', { galleryId: id, sectionIds: [b, b, c] })).toBe('done');
    expect(await namesOf(id)).toEqual(['b', 'c', 'a', 'new']);
    const elsewhere = await section(await gallery());
    expect(await mutate('reorder', { galleryId: id, sectionIds: [a, elsewhere] })).toBe('not_found');
    expect(await namesOf(id)).toEqual(['b', 'c', 'a', 'new']);
  });
});
