import { afterAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { GALLERY_SORTS } from '#core/domain/galleries/galleries.ts';
import { groupBySection, type Section } from '#core/domain/galleries/sections.ts';
import type { SortablePhoto } from '#core/domain/photos/photos.ts';
import { makeMembers } from '../support/back-office-rows.ts';
import { CLIENT, NOW, mutatorStudio } from '../support/mutator-studio.ts';
import { waitingSessions } from '../support/database.ts';
import { seededRandom } from '../support/random.ts';
import { insertGallery, insertPhoto, newId, type Row } from '../support/rows.ts';

const studio = await mutatorStudio('owner');
const { database, db, office, members, ctx, gallery, section, photo } = studio;
afterAll(() => studio.close());

const arrange = (galleryId: string, photoIds: string[], to: { sectionId?: string; before?: string } = {}) => {
  const { sectionId = null, before = null } = to;
  return office.mutate('photos.arrange', { galleryId, photoIds, sectionId, before, now: CLIENT }, ctx);
};

/** Inserts photos named a, b, c, …, taken a minute apart in that order. */
async function photosIn(galleryId: string, names: string, values: Row = {}): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [index, name] of names.split('').entries()) {
    const captured_at = new Date(NOW + index * MINUTE_MS);
    ids[name] = await photo(galleryId, { filename: `${name}.jpg`, captured_at, ...values });
  }
  return ids;
}

/** A gallery as visitors and the studio see it: section by section, names in order. */
async function leafed(galleryId: string): Promise<string[]> {
  const [row] = await db.query<{ sortBy: 'manual' }>('select sort_by as "sortBy" from galleries where id = $1', [
    galleryId,
  ]);
  const photos = await db.query<SortablePhoto & { sectionId: string | null }>(
    `select id, filename, captured_at as "capturedAt", capture_offset as "captureOffset", uploaded_at as "uploadedAt",
       "order", section_id as "sectionId" from photos where gallery_id = $1 and deleted_at is null`,
    [galleryId],
  );
  const sections = await db.query<Section>(
    `select id, name, "order", is_visible as "isVisible", sort_by as "sortBy" from gallery_sections where gallery_id = $1`,
    [galleryId],
  );
  return groupBySection(photos, sections, row!.sortBy).map((group) =>
    group.photos.map(({ filename }) => filename.replace('.jpg', '')).join(''),
  );
}

async function ordersOf(galleryId: string): Promise<number[]> {
  const rows = await db.query<{ order: number }>('select "order" from photos where gallery_id = $1', [galleryId]);
  return rows.map(({ order }) => order);
}

describe('reordering', () => {
  it.each(GALLERY_SORTS)('starts from the visible order: %s', async (sortBy) => {
    const id = await gallery({ sort_by: sortBy });
    // Name order is the reverse of time order; manual order is the insertion order.
    const ids = await photosIn(id, 'edcba');
    for (const [index, name] of ['c', 'a', 'e', 'b', 'd'].entries())
      await db.query('update photos set "order" = $2 where id = $1', [ids[name], index * 10]);
    const [before] = await leafed(id);
    expect(before).toBe({ captured_at: 'edcba', filename: 'abcde', manual: 'caebd' }[sortBy]);
    expect(await arrange(id, [ids['d']!, ids['b']!], { before: before === 'edcba' ? ids['e']! : ids['a']! })).toBe(
      'done',
    );
    const rest = { captured_at: 'dbeca', filename: 'dbace', manual: 'cdbae' }[sortBy];
    expect(await leafed(id)).toEqual([rest]);
    const [row] = await db.query('select sort_by from galleries where id = $1', [id]);
    expect(row).toEqual({ sort_by: 'manual' });
  });

  it('moves to the end, to the beginning and between, in the given order', async () => {
    const id = await gallery();
    const ids = await photosIn(id, 'abcdef');
    const steps: [string, string | undefined, string][] = [
      ['a', undefined, 'bcdefa'],
      ['fe', 'b', 'febcda'],
      ['a', 'c', 'febacd'],
      ['df', 'e', 'dfebac'],
      ['abc', undefined, 'dfeabc'],
      ['c', 'd', 'cdfeab'],
      ['dfe', undefined, 'cabdfe'],
    ];
    for (const [moved, before, after] of steps) {
      const to = before ? { before: ids[before]! } : {};
      expect(
        await arrange(
          id,
          moved.split('').map((name) => ids[name]!),
          to,
        ),
      ).toBe('done');
      expect(await leafed(id)).toEqual([after]);
      const orders = await ordersOf(id);
      expect(new Set(orders).size, 'no two have one position').toBe(orders.length);
    }
  });

  it('moves photos between sections and switches each to manual order', async () => {
    const id = await gallery({ sort_by: 'filename' });
    const [first, second] = [await section(id, { order: 1 }), await section(id, { order: 2, sort_by: 'captured_at' })];
    const loose = await photosIn(id, 'dcba');
    const inFirst = await photosIn(id, 'hgfe', { section_id: first });
    const inSecond = await photosIn(id, 'lkji', { section_id: second });
    expect(await leafed(id)).toEqual(['abcd', 'efgh', 'lkji']);
    await arrange(id, [inFirst['g']!, loose['a']!], { sectionId: second, before: inSecond['j']! });
    expect(await leafed(id)).toEqual(['bcd', 'efh', 'lkgaji']);
    await arrange(id, [inSecond['i']!], { sectionId: first, before: inFirst['e']! });
    expect(await leafed(id)).toEqual(['bcd', 'iefh', 'lkgaj']);
    await arrange(id, [inSecond['l']!, inFirst['h']!], { before: loose['c']! });
    expect(await leafed(id)).toEqual(['blhcd', 'ief', 'kgaj']);
    const sorts = await db.query('select sort_by from gallery_sections where gallery_id = $1 order by "order"', [id]);
    expect(sorts).toEqual([{ sort_by: 'manual' }, { sort_by: 'manual' }]);
  });

  it('of loose photos keeps sections with the gallery’s order unchanged', async () => {
    const id = await gallery({ sort_by: 'captured_at' });
    const [inherits, own] = [await section(id, { order: 1 }), await section(id, { order: 2, sort_by: 'filename' })];
    const loose = await photosIn(id, 'ab');
    // Time order is the reverse of name order.
    await photosIn(id, 'fe', { section_id: inherits });
    await photosIn(id, 'hg', { section_id: own });
    expect(await leafed(id)).toEqual(['ab', 'fe', 'gh']);
    await arrange(id, [loose['b']!], { before: loose['a']! });
    expect(await leafed(id)).toEqual(['ba', 'fe', 'gh']);
    const sorts = await db.query('select sort_by from gallery_sections where gallery_id = $1 order by "order"', [id]);
    expect(sorts).toEqual([{ sort_by: 'captured_at' }, { sort_by: 'filename' }]);
  });

  it('renumbers a section when two positions are too close for a third', async () => {
    const id = await gallery({ sort_by: 'manual' });
    const ids = await photosIn(id, 'abcd');
    for (const [name, order] of Object.entries({ a: 1, b: 1 + 1e-9, c: 1 + 1e-9, d: 7 }))
      await db.query('update photos set "order" = $2 where id = $1', [ids[name], order]);
    expect(await leafed(id)).toEqual(['abcd']);
    await arrange(id, [ids['d']!], { before: ids['b']! });
    expect(await leafed(id)).toEqual(['adbc']);
    expect(new Set(await ordersOf(id))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('is correct after eighty random moves', async () => {
    const id = await gallery({ sort_by: 'manual' });
    const ids = await photosIn(id, 'abcdefgh');
    let expected = (await leafed(id))[0]!.split('');
    const random = seededRandom(7);
    for (let move = 0; move < 80; move++) {
      const moved = expected.filter(() => random() < 0.3).toSorted(() => random() - 0.5);
      const rest = expected.filter((name) => !moved.includes(name));
      if (moved.length === 0 || rest.length === 0) continue;
      // Mostly to one position, where the gap between numbers is exhausted.
      const at = random() < 0.7 ? 1 : Math.floor(random() * (rest.length + 1));
      const before = rest[at];
      expect(
        await arrange(
          id,
          moved.map((name) => ids[name]!),
          before ? { before: ids[before]! } : {},
        ),
      ).toBe('done');
      expected = rest.toSpliced(at, 0, ...moved);
      expect(await leafed(id), `move ${move}`).toEqual([expected.join('')]);
    }
    const orders = await ordersOf(id);
    expect(new Set(orders).size).toBe(orders.length);
  });

  it('updates five thousand photos in one statement', async () => {
    const id = await gallery();
    await db.query(
      `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size,
         width, height, status, captured_at)
       select lpad(n::text, 20, '0'), $1, gen_random_uuid(), $2, n || '.jpg', lpad(n::text, 24, '0'), 'image/jpeg',
         $2 || '/' || lpad(n::text, 20, '0') || '/x', 1, 3, 2, 'ready', timestamptz '2030-01-01' + n * interval '1 s'
       from generate_series(1, 5000) n`,
      [members.accountId, id],
    );
    const all = Array.from({ length: 5000 }, (_, n) => String(n + 1).padStart(20, '0'));
    expect(await arrange(id, all.toReversed())).toBe('done');
    const rows = await db.query<{ id: string }>('select id from photos where gallery_id = $1 order by "order"', [id]);
    expect(rows.map((row) => row.id)).toEqual(all.toReversed());
    const named = { galleryId: id, photoIds: all, now: CLIENT };
    expect(await office.mutate('photos.setHidden', { ...named, isHidden: true }, ctx)).toBe('done');
    expect(await office.mutate('photos.rotate', { ...named, by: 270 }, ctx)).toBe('done');
    expect(await office.mutate('photos.trash', named, ctx)).toBe('done');
    const [counts] = await db.query('select photo_count, ready_count from gallery_stats where gallery_id = $1', [id]);
    expect(counts).toEqual({ photo_count: 0, ready_count: 0 });
    const left = await db.query(
      'select from photos where gallery_id = $1 and (not is_hidden or rotation <> 270 or deleted_at is null)',
      [id],
    );
    expect(left).toEqual([]);
  });

  it('refuses missing photos, and a photo before itself', async () => {
    const id = await gallery();
    const ids = await photosIn(id, 'abc');
    const other = await section(id);
    const trashed = await photo(id, { deleted_at: new Date() });
    expect(await arrange(id, [ids['a']!], { before: ids['a']! })).toBe('validation_failed');
    expect(await arrange(id, [ids['a']!], { before: newId() })).toBe('not_found');
    expect(await arrange(id, [ids['a']!], { before: ids['b']!, sectionId: other })).toBe('not_found');
    expect(await arrange(id, [ids['a']!, trashed])).toBe('not_found');
    expect(await arrange(id, [ids['a']!], { before: trashed })).toBe('not_found');
    expect(await leafed(id)).toEqual(['abc', '']);
  });

  it('concurrently gives each photo a distinct position', async () => {
    const id = await gallery({ sort_by: 'manual' });
    const ids = await photosIn(id, 'abcd');
    await arrange(id, [ids['a']!, ids['b']!, ids['c']!, ids['d']!]);
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from galleries where id = $1 for no key update', [id]);
      const both = [arrange(id, [ids['c']!], { before: ids['b']! }), arrange(id, [ids['d']!], { before: ids['b']! })];
      await expect.poll(() => waitingSessions(database.pool)).toBe(2);
      await client.query('commit');
      expect(await Promise.all(both)).toEqual(['done', 'done']);
    } finally {
      client.release();
    }
    const orders = await ordersOf(id);
    expect(new Set(orders).size).toBe(4);
    expect(['acdb', 'adcb']).toContain((await leafed(id))[0]);
  });
});

describe('another gallery', () => {
  const move = (galleryId: string, photoIds: string[], toGalleryId: string, sectionId: string | null = null) =>
    office.mutate('photos.move', { galleryId, photoIds, toGalleryId, sectionId, now: CLIENT }, ctx);
  const copy = (galleryId: string, copies: { from: string; id: string }[], toGalleryId: string) =>
    office.mutate('photos.copy', { galleryId, copies, toGalleryId, sectionId: null, now: CLIENT }, ctx);

  it('receives only processed photos, and not from itself', async () => {
    const [id, target] = [await gallery(), await gallery()];
    const ready = await photo(id);
    for (const values of [
      { status: 'uploading' },
      { status: 'processing' },
      { status: 'failed', failure_reason: 'corrupt' },
    ]) {
      const unsettled = await photo(id, values);
      expect(await move(id, [ready, unsettled], target)).toBe('transition_refused');
      expect(await copy(id, [{ from: unsettled, id: newId() }], target)).toBe('transition_refused');
    }
    expect(await move(id, [ready], id)).toBe('validation_failed');
    expect(await move(id, [ready, await photo(id, { deleted_at: new Date() })], target)).toBe('not_found');
    const trashed = await gallery({ deleted_at: new Date() });
    expect(await move(id, [ready], trashed)).toBe('not_found');
    expect(await copy(id, [{ from: ready, id: newId() }], trashed)).toBe('not_found');
  });

  it('takes the cover from the previous gallery with the photo', async () => {
    const [id, target] = [await gallery(), await gallery()];
    const [cover, other] = [await photo(id), await photo(id)];
    await db.query('update galleries set cover_photo_id = $2 where id = $1', [id, cover]);
    const coverOf = async () => (await db.query('select cover_photo_id as id from galleries where id = $1', [id]))[0];
    expect(await move(id, [other], target)).toBe('done');
    expect(await coverOf()).toEqual({ id: cover });
    expect(await move(id, [cover], target)).toBe('done');
    expect(await coverOf()).toEqual({ id: null });
  });

  it('receives copies under new ids, also within one gallery', async () => {
    const id = await gallery();
    const [from, taken, fresh] = [await photo(id), await photo(id), newId()];
    const theirs = await makeMembers(database.pool);
    const foreign = await insertPhoto(
      database.pool,
      theirs.accountId,
      await insertGallery(database.pool, theirs.accountId),
    );
    for (const used of [taken, from, foreign]) expect(await copy(id, [{ from, id: used }], id)).toBe('conflict');
    const twice = [
      { from, id: fresh },
      { from: taken, id: fresh },
    ];
    expect(await copy(id, twice, id)).toBe('conflict');
    expect(await copy(id, [{ from, id: fresh }], id)).toBe('done');
  });
});

describe('a photo’s row moved to another gallery', () => {
  it('loses its section, cover role and visitor activity, and is counted again', async () => {
    const [id, target] = [await gallery(), await gallery()];
    const sectionId = await section(id);
    const moved = await photo(id, { section_id: sectionId, size: 700 });
    await photo(id, { size: 300 });
    await db.query('update galleries set cover_photo_id = $2 where id = $1', [id, moved]);
    await db.query(
      `insert into gallery_events (id, account_id, gallery_id, photo_id, kind) values ($1, $2, $3, $4, 'downloaded')`,
      [newId(), members.accountId, id, moved],
    );
    await db.query('update photos set gallery_id = $2, original_key = $3 where id = $1', [
      moved,
      target,
      `${target}/${moved}/new`,
    ]);
    const [row] = await db.query('select gallery_id, section_id from photos where id = $1', [moved]);
    expect(row).toEqual({ gallery_id: target, section_id: null });
    const [left] = await db.query('select cover_photo_id from galleries where id = $1', [id]);
    expect(left).toEqual({ cover_photo_id: null });
    const events = await db.query('select gallery_id, photo_id from gallery_events where account_id = $1', [
      members.accountId,
    ]);
    expect(events).toEqual([{ gallery_id: id, photo_id: null }]);
    const stats = await db.query<{ id: string }>(
      'select gallery_id as id, photo_count as photos, original_bytes as bytes from gallery_stats where gallery_id = any ($1)',
      [[id, target]],
    );
    expect(stats.toSorted((a) => (a.id === id ? -1 : 1))).toEqual([
      { id, photos: 1, bytes: 300 },
      { id: target, photos: 1, bytes: 700 },
    ]);
  });
});
