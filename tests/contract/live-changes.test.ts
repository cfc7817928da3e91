import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { proofing } from '#core/api/proofing.ts';
import { live } from '#core/api/live.ts';
import { publicPages } from '#core/api/public.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { connectPage, endPages, type LiveOptions } from '../support/live.ts';
import { ChoosingBrowser, choosingGallery } from '../support/proofing.ts';
import { insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, readyPhoto } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);
afterEach(async () => {
  api.gateway.reportsEnd = true;
  await endPages();
});

const page = (options?: LiveOptions) => connectPage(api, options);
const visitor = (cookie: string) => page({ cookies: [cookie] });
const query = (sql: string, values: unknown[] = []) => api.db.pool.query(sql, values);
/** Runs what is due; `soon` ends the pause between two messages of a room. */
const send = () => runOutbox(api.jobs);
const soon = (room: string) =>
  query('update outbox set run_after = now() - make_interval(secs => 1) where dedupe_key = $1', [`live:${room}`]);
const toldAt = (room: string, at: string) =>
  query('update outbox set done_at = $2 where dedupe_key = $1', [`live:${room}`, at]);
const dueAt = async (room: string) =>
  (await query('select run_after from outbox where dedupe_key = $1', [`live:${room}`])).rows[0].run_after as Date;

/** A gallery with an event, and a guest who has chosen there. */
async function event(values: Row = {}) {
  return choosingGallery(api, studio, { event_until: new Date(Date.now() + HOUR_MS), ...values }, 1);
}

describe('a change of a list', () => {
  it('is told immediately, then once in a second, and wakes the outbox', async () => {
    const { galleryId, photos } = await choosingGallery(api, studio);
    const guest = new ChoosingBrowser(api, galleryId);
    const { list } = (await guest.pick(photos[0]!.id)).read(proofing.pick);
    const room = `l:${list.id}`;
    const one = await visitor(guest.cookies[0]!);
    const before = await one.join(room);
    expect(before).toMatchObject({ type: 'joined', rev: 1 });
    await send();
    one.inbox.length = 0;
    api.outboxTriggers.length = 0;
    await guest.pick(photos[1]!.id);
    expect(api.outboxTriggers).toEqual([0]);
    await send();
    expect(await one.next()).toEqual({ type: 'changed', room, rev: 2 });
    await toldAt(room, '2031-01-01T00:00:00Z');
    await guest.pick(photos[2]!.id);
    expect(await dueAt(room)).toEqual(new Date('2031-01-01T00:00:01Z'));
    await send();
    expect(one.inbox).toEqual([]);
    await guest.comment(photos[0]!);
    await guest.comment(photos[0]!, { listId: list.id });
    await soon(room);
    await send();
    expect(await one.next()).toEqual({ type: 'changed', room, rev: 5 });
  });
});

describe('slots', () => {
  it('are told when a session type changes', async () => {
    const row = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'settings', { ...row, key: 'booking', value: JSON.stringify({ isOpen: true }) });
    const type = { id: newId(), name: 'Portrait', duration: 60, is_bookable: true };
    await insertRow(api.db.pool, 'session_types', { ...row, ...type });
    const one = await page();
    const room = `s:${studio.id}`;
    const before = await one.join(room);
    await query('update session_types set duration = 90 where account_id = $1', [studio.id]);
    await send();
    expect(await one.next()).toEqual({ type: 'changed', room, rev: (before as { rev: number }).rev + 1 });
  });
});

describe('photos of an event', () => {
  const photosOf = async (galleryId: string) => {
    const answer = await api.call('GET', `/api/p/${studio.slug}/gallery/${galleryId}`, { channel: 'public' });
    return { ...answer.read(publicPages.gallery), control: answer.headers.get('cache-control') };
  };
  const changes = async (galleryId: string, since: number, cookies: string[] = []) =>
    api.call('GET', `/api/p/${galleryId}/changes?since=${since}`, { channel: 'public', cookies });

  it('are told with their public JSON, and to nobody outside an event', async () => {
    const { galleryId } = await event();
    const quiet = await choosingGallery(api, studio, {}, 1);
    expect((await query('select from live_photos where gallery_id = $1', [quiet.galleryId])).rows).toEqual([]);
    const start = await photosOf(galleryId);
    expect(start.control).toBe('public, max-age=0, s-maxage=10');
    expect((await photosOf(quiet.galleryId)).gallery.event).toBeUndefined();
    const since = start.gallery.event!.rev;
    const one = await page();
    expect(await one.join(`g:${galleryId}`)).toMatchObject({ rev: since, people: [] });
    const photo = await readyPhoto(api, studio, galleryId, { filename: 'dance.jpg' });
    await readyPhoto(api, studio, galleryId, { is_hidden: true });
    await readyPhoto(api, studio, galleryId, { status: 'processing' });
    await send();
    const told = await one.next();
    expect(told).toMatchObject({ type: 'photos', since, rev: since + 1, photos: [{ id: photo.id, sectionId: null }] });
    const listed = (await photosOf(galleryId)).photos.find(({ id }) => id === photo.id)!;
    const { captureRank: _rank, ...json } = listed;
    expect(told).toMatchObject({ photos: [json] });
    expect((await changes(galleryId, since)).read(live.changes)).toMatchObject({
      rev: since + 1,
      complete: true,
      photos: [{ ...json, sectionId: null }],
    });
    expect((await changes(galleryId, since + 1)).read(live.changes).photos).toEqual([]);
  });

  it('come in messages without a gap, once in ten seconds', async () => {
    const { galleryId } = await event();
    const one = await page();
    const { rev: start } = (await one.join(`g:${galleryId}`)) as { rev: number };
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) ids.push((await readyPhoto(api, studio, galleryId)).id);
    await send();
    const [first, second] = [await one.next(), await one.next()];
    expect([first, second]).toMatchObject([
      { since: start, rev: start + 50 },
      { since: start + 50, rev: start + 60 },
    ]);
    const told = [first, second].flatMap((message) => (message.type === 'photos' ? message.photos : []));
    expect(told.map(({ id }) => id)).toEqual(ids);
    await toldAt(`g:${galleryId}`, '2031-01-01T00:00:00Z');
    await readyPhoto(api, studio, galleryId);
    expect(await dueAt(`g:${galleryId}`)).toEqual(new Date('2031-01-01T00:00:10Z'));
    const many = await changes(galleryId, start);
    expect(many.read(live.changes)).toMatchObject({ rev: start + 61, complete: false });
    expect(many.read(live.changes).photos).toHaveLength(50);
  });

  it('that are hidden again make every page ask', async () => {
    const { galleryId, photos } = await event();
    const one = await page();
    const { rev } = (await one.join(`g:${galleryId}`)) as { rev: number };
    await query('update photos set is_hidden = true where id = $1', [photos[0]!.id]);
    await send();
    expect(await one.next()).toEqual({ type: 'changed', room: `g:${galleryId}`, rev: rev + 1 });
    expect((await changes(galleryId, rev)).read(live.changes)).toMatchObject({ complete: false, photos: [] });
    expect((await changes(galleryId, rev + 1)).read(live.changes)).toMatchObject({ complete: true });
    await query('update photos set is_hidden = false where id = $1', [photos[0]!.id]);
    expect((await changes(galleryId, rev + 1)).read(live.changes)).toMatchObject({ photos: [{ id: photos[0]!.id }] });
  });

  it('that are hidden or moved together make every page ask once', async () => {
    const { galleryId } = await event();
    const quiet = await choosingGallery(api, studio, {}, 1);
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push((await readyPhoto(api, studio, galleryId)).id);
    const room = async () =>
      (await query('select rev, reset_rev from live_rooms where room = $1', [`g:${galleryId}`])).rows[0];
    const rev = Number((await room()).rev);
    const told = async () =>
      (await query('select photo_id from live_photos where photo_id = any($1) order by rev', [ids])).rows;
    await query('update photos set is_hidden = true where id = any($1)', [ids.slice(0, 2)]);
    expect(await room()).toEqual({ rev: String(rev + 1), reset_rev: String(rev + 1) });
    await query(`update photos set gallery_id = $2, original_key = $2 || '/' || id || '/' || id where id = any($1)`, [
      ids.slice(1),
      quiet.galleryId,
    ]);
    expect(await room()).toEqual({ rev: String(rev + 2), reset_rev: String(rev + 2) });
    expect(await told()).toEqual([]);
    await query('update photos set is_hidden = false where id = $1', [ids[0]]);
    expect(await room()).toEqual({ rev: String(rev + 3), reset_rev: String(rev + 2) });
    expect(await told()).toEqual([{ photo_id: ids[0] }]);
  });

  it('require access to the gallery', async () => {
    const { galleryId } = await event({ visibility: 'invite' });
    expect((await changes(galleryId, 0)).error.code).toBe('gallery_access_required');
    const { cookie } = await invitedVisitor(api, studio, galleryId);
    const answer = await changes(galleryId, 0, [cookie]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.read(live.changes)).toMatchObject({ until: expect.any(Number) as number, complete: true });
    expect((await changes(newId(), 0)).status).toBe(404);
  });
});

describe('a connection that cannot be reached', () => {
  it('is forgotten if it has ended without a word', async () => {
    const { galleryId } = await event();
    const one = await page();
    await one.join(`g:${galleryId}`);
    api.gateway.reportsEnd = false;
    await one.end();
    await expect.poll(() => api.sockets.size).toBe(0);
    await readyPhoto(api, studio, galleryId);
    await send();
    expect((await query('select from live_joins where room = $1', [`g:${galleryId}`])).rows).toEqual([]);
  });

  it('is told to ask, once it can be reached again', async () => {
    const { galleryId } = await event();
    const [one, two] = [await page(), await page()];
    const { rev } = (await one.join(`g:${galleryId}`)) as { rev: number };
    const { rows } = await query('select connection_id as id from live_joins where room = $1', [`g:${galleryId}`]);
    await two.join(`g:${galleryId}`);
    api.gateway.throttled.add((rows[0] as { id: string }).id);
    await readyPhoto(api, studio, galleryId);
    await send();
    expect(await two.next()).toMatchObject({ type: 'photos' });
    api.gateway.throttled.clear();
    await soon(`g:${galleryId}`);
    await send();
    expect(await one.next()).toEqual({ type: 'changed', room: `g:${galleryId}`, rev: rev + 1 });
    expect([one.inbox, two.inbox]).toEqual([[], []]);
  });

  it('is deleted by the sweep if its end was lost', async () => {
    await page();
    await query("update live_connections set seen_at = now() - interval '2 hours'");
    await page();
    await emptyTrash(api.jobs);
    expect((await query('select from live_connections')).rows).toHaveLength(1);
  });
});
