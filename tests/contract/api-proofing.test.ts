import { describe, expect, it } from 'vitest';
import { proofing } from '#core/api/proofing.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { MAX_GALLERY_PEOPLE, MAX_PERSON_LISTS } from '#core/domain/galleries/proofing.ts';
import { testApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { ChoosingBrowser, choosingGallery, insertSelection } from '../support/proofing.ts';
import { insertRow, insertSection, newId, type Row } from '../support/rows.ts';
import { makeStudio, readyPhoto } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);
const { galleryId, photos } = await choosingGallery(api, studio);
const [first, second] = [photos[0]!, photos[1]!];

const guest = (id = galleryId) => new ChoosingBrowser(api, id);
const client = async (id = galleryId, values = {}) => {
  const { cookie, grantId } = await invitedVisitor(api, studio, id, values);
  return { browser: new ChoosingBrowser(api, id, [cookie]), personId: grantId };
};
const countOf = async (sql: string, values: unknown[]) => {
  const { rows } = await api.db.pool.query<{ count: number }>(`select count(*)::integer as count ${sql}`, values);
  return rows[0]!.count;
};

describe('the first heart of a guest', () => {
  it('saves immediately, and makes the browser a person that lasts', async () => {
    const browser = guest();
    expect(await browser.view()).toMatchObject({ person: null, canSelect: true, canComment: true, lists: [] });
    const answer = await browser.pick(first.id);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.cookies.get('__Host-visitor_session')).toMatch(/Max-Age=7776000;.*HttpOnly/);
    const { list, pick, person } = answer.read(proofing.pick);
    expect(person).toMatchObject({ role: 'guest', name: '', email: '' });
    expect(list).toMatchObject({ kind: 'favourites', isDefault: true, version: 1, closed: null, people: [] });
    expect(pick).toMatchObject({ listId: list.id, photoId: first.id, personId: person!.id, state: 'pick' });
    expect(await browser.view()).toMatchObject({ person, lists: [list], picks: [pick] });
  });

  it('is one list and one version however often it is sent', async () => {
    const browser = guest();
    await browser.pick(first.id);
    const again = await Promise.all([1, 2, 3].map(() => browser.pick(first.id)));
    expect(again.map((answer) => answer.read(proofing.pick).list.version)).toEqual([1, 1, 1]);
    expect((await browser.pick(first.id, { rating: 5 })).read(proofing.pick).list.version).toBe(2);
    expect((await browser.unpick(first.id)).read(proofing.unpick).list?.version).toBe(3);
    expect((await browser.unpick(first.id)).read(proofing.unpick).list?.version).toBe(3);
    expect((await browser.view()).picks).toEqual([]);
  });

  it('makes one person of two simultaneous first hearts', async () => {
    const browser = guest();
    await browser.call(proofing.details, { body: { name: 'Mar', email: '' } });
    await api.db.pool.query('delete from gallery_people where name = $1', ['Mar']);
    const both = await Promise.all([browser.pick(first.id), browser.pick(second.id)]);
    const people = both.map((answer) => answer.read(proofing.pick).person!.id);
    expect(people[0]).toBe(people[1]);
    expect((await browser.view()).picks).toHaveLength(2);
  });

  it('replaces a guest without a name and a second choice, and nobody else', async () => {
    const crowd = await choosingGallery(api, studio, {}, 2);
    const nameless = guest(crowd.galleryId);
    await nameless.pick(crowd.photos[0]!.id);
    const twice = guest(crowd.galleryId);
    for (const { id } of crowd.photos) await twice.pick(id);
    await api.db.pool.query(
      `insert into gallery_people (id, account_id, gallery_id, role, name)
       select lpad(n::text, 20, '0'), $1, $2, 'guest', 'Ana' from generate_series(1, $3) n`,
      [studio.id, crowd.galleryId, MAX_GALLERY_PEOPLE - 2],
    );
    const late = () => guest(crowd.galleryId).pick(crowd.photos[0]!.id);
    // A guest who has just come is not removed: the choice is being stored.
    expect((await late()).error.code).toBe('limit_reached');
    api.clock.advance(2 * MINUTE_MS);
    expect((await late()).status).toBe(200);
    const refused = await late();
    expect([refused.status, refused.error.code]).toEqual([409, 'limit_reached']);
    expect([(await nameless.view()).picks, (await twice.view()).picks.length]).toEqual([[], 2]);
    await api.db.pool.query('delete from gallery_people where gallery_id = $1', [crowd.galleryId]);
  });

  it('replaces a named guest of the network with most of them, but nobody who has submitted', async () => {
    const crowd = await choosingGallery(api, studio, {}, 1);
    const [from, honest] = [{ 'x-viewer-address': '198.51.80.7' }, guest(crowd.galleryId)];
    await honest.pick(crowd.photos[0]!.id);
    const heart = (browser: ChoosingBrowser, headers = from) =>
      browser.call(proofing.pick, {
        params: { listId: 'favourites', photoId: crowd.photos[0]!.id },
        body: { state: 'pick' },
        headers,
      });
    const flood = guest(crowd.galleryId);
    const { list, person } = (await heart(flood)).read(proofing.pick);
    const of = { account_id: studio.id, gallery_id: crowd.galleryId };
    await insertRow(api.db.pool, 'pick_rounds', {
      ...of,
      list_id: list.id,
      round: 1,
      photo_ids: '[]',
      person_id: person!.id,
    });
    const values = [studio.id, crowd.galleryId, MAX_GALLERY_PEOPLE - 2, person!.id];
    await api.db.pool.query(
      `with people as (
         insert into gallery_people (id, account_id, gallery_id, role, name)
         select 'a' || lpad(n::text, 19, '0'), $1, $2, 'guest', 'Ana' from generate_series(1, $3::integer) n returning id
       ), browsers as (
         insert into visitors (id, token_hash, expires_at) select id, rpad(id, 43, '0'), now() + interval '1 day' from people returning id
       ) select 1`,
      values.slice(0, 3),
    );
    await api.db.pool.query(
      `insert into visitor_people (visitor_id, gallery_id, account_id, person_id, network_hash)
       select p.id, p.gallery_id, p.account_id, p.id, (select network_hash from visitor_people where person_id = $3)
       from gallery_people p where p.account_id = $1 and p.gallery_id = $2 and p.name = 'Ana'`,
      [values[0], values[1], values[3]],
    );
    api.clock.advance(2 * MINUTE_MS);
    const other = { 'x-viewer-address': '198.51.81.7' };
    expect((await heart(guest(crowd.galleryId), other)).status).toBe(200);
    const named = await countOf(`from gallery_people where gallery_id = $1 and name = 'Ana'`, [crowd.galleryId]);
    expect(named).toBe(MAX_GALLERY_PEOPLE - 3);
    expect([(await honest.view()).picks.length, (await flood.view()).picks.length]).toEqual([1, 1]);
    // The other one has submitted a selection, and stays.
    await api.db.pool.query(`update visitor_people set network_hash = null where gallery_id = $1`, [crowd.galleryId]);
    await api.db.pool.query(`update gallery_people set name = 'Eva' where gallery_id = $1 and id <> $2`, [
      crowd.galleryId,
      person!.id,
    ]);
    expect((await heart(guest(crowd.galleryId), other)).error.code).toBe('limit_reached');
  });

  it('is refused to a network with 150 guests a day in one gallery, and to no other network', async () => {
    const crowd = await choosingGallery(api, studio, {}, 1);
    const from = (network: number) =>
      guest(crowd.galleryId).call(proofing.pick, {
        params: { listId: 'favourites', photoId: crowd.photos[0]!.id },
        body: { state: 'pick' },
        headers: { 'x-viewer-address': `198.51.${network}.7` },
      });
    expect((await from(1)).status).toBe(200);
    await api.db.pool.query(
      `update rate_limits set count = 150 where bucket like 'proofing-guests-gallery:%:198.51.1.0/24'`,
    );
    const refused = await from(1);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await from(2)).status).toBe(200);
  });
});

describe('what others choose', () => {
  it('is invisible to guests, its number too', async () => {
    const [one, other] = [guest(), guest()];
    const list = (await one.pick(first.id)).read(proofing.pick).list;
    await one.comment(first);
    await other.pick(second.id);
    const seen = await other.view();
    expect(seen.lists).toHaveLength(1);
    expect(seen.picks.map(({ photoId }) => photoId)).toEqual([second.id]);
    expect(seen.comments).toEqual([]);
    for (const answer of [
      await other.pick(first.id, { listId: list.id }),
      await other.unpick(first.id, list.id),
      await other.call(proofing.saveList, { params: { listId: list.id }, body: { name: 'Mine' } }),
      await other.call(proofing.removeList, { params: { listId: list.id } }),
      await other.submit(list.id, 1),
      await other.comment(first, { listId: list.id }),
    ])
      expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    expect((await one.view()).picks).toHaveLength(1);
  });

  it('is visible to the people of a selection, and to no one else', async () => {
    const { galleryId: id, photos: shown } = await choosingGallery(api, studio);
    const [ana, pau, aunt] = [await client(id), await client(id), await client(id)];
    const listId = await insertSelection(api, studio, id, { people: [ana.personId, pau.personId] });
    const visitor = guest(id);
    const { pick } = (await ana.browser.pick(shown[0]!.id, { listId })).read(proofing.pick);
    const seen = await pau.browser.view();
    expect(seen.picks).toEqual([pick]);
    expect(seen.lists[0]!.people.map((one) => [one.id, one.isYou])).toEqual([
      [ana.personId, false],
      [pau.personId, true],
    ]);
    for (const { browser } of [aunt, { browser: visitor }]) {
      expect((await browser.view()).lists).toEqual([]);
      expect((await browser.pick(shown[1]!.id, { listId })).error.code).toBe('not_found');
      expect((await browser.unpick(shown[0]!.id, listId)).error.code).toBe('not_found');
      expect((await browser.submit(listId, 1)).error.code).toBe('not_found');
    }
  });
});

describe('photos', () => {
  it('that visitors do not see cannot be chosen or commented on', async () => {
    const browser = guest();
    const hiddenSection = await insertSection(api.db.pool, studio.id, galleryId, { is_visible: false });
    const elsewhere = await choosingGallery(api, studio, {}, 1);
    const hide = (values: Row) => readyPhoto(api, studio, galleryId, values);
    const invisible = [
      await hide({ is_hidden: true }),
      await hide({ section_id: hiddenSection }),
      await hide({ deleted_at: new Date() }),
      elsewhere.photos[0]!,
      { id: newId(), fileId: newId(24) },
    ];
    for (const photo of invisible) {
      expect((await browser.pick(photo.id)).error.code).toBe('not_found');
      expect((await browser.comment(photo)).error.code).toBe('not_found');
    }
    expect(await browser.view()).toMatchObject({ picks: [], comments: [] });
  });

  it('that are hidden later leave the view and make room in a selection', async () => {
    const { galleryId: id, photos: shown } = await choosingGallery(api, studio);
    const { browser } = await client(id);
    const listId = await insertSelection(api, studio, id, { max_count: 1 });
    await browser.pick(shown[0]!.id, { listId });
    expect((await browser.pick(shown[1]!.id, { listId })).error).toMatchObject({
      code: 'selection_full',
      params: { max: 1 },
    });
    await api.db.pool.query('update photos set is_hidden = true where id = $1', [shown[0]!.id]);
    expect((await browser.view()).picks).toEqual([]);
    expect((await browser.pick(shown[1]!.id, { listId })).status).toBe(200);
  });
});

describe('access', () => {
  it('of guests follows the gallery’s switches', async () => {
    const closed = await choosingGallery(api, studio, { guest_favourites: false, guest_comments: false });
    const browser = guest(closed.galleryId);
    expect(await browser.view()).toMatchObject({ canSelect: false, canComment: false });
    expect((await browser.pick(closed.photos[0]!.id)).error.code).toBe('forbidden');
    expect((await browser.comment(closed.photos[0]!)).error.code).toBe('forbidden');
    expect((await browser.call(proofing.details, { body: { name: 'X', email: '' } })).error.code).toBe('forbidden');
    expect(await countOf('from gallery_people where gallery_id = $1', [closed.galleryId])).toBe(0);
  });

  it('of invited people follows their grant', async () => {
    const { galleryId: id, photos: shown } = await choosingGallery(api, studio, { visibility: 'invite' });
    const looking = await client(id, { can_select: false, can_comment: false });
    await insertSelection(api, studio, id);
    expect(await looking.browser.view()).toMatchObject({ canSelect: false, canComment: false, lists: [] });
    expect((await looking.browser.pick(shown[0]!.id)).error.code).toBe('forbidden');
    const chosen = await client(id);
    await chosen.browser.pick(shown[0]!.id);
    expect((await chosen.browser.view()).person?.id).toBe(chosen.personId);
    expect((await guest(id).call(proofing.view)).error.code).toBe('gallery_access_required');
    await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [
      chosen.personId,
    ]);
    expect((await chosen.browser.call(proofing.view)).error.code).toBe('gallery_revoked');
    expect((await chosen.browser.pick(shown[0]!.id)).error.code).toBe('gallery_revoked');
    const late = await client(id, { expires_at: new Date(api.clock.now() + 1000) });
    await late.browser.pick(shown[0]!.id);
    api.clock.advance(2000);
    expect((await late.browser.unpick(shown[0]!.id)).error.code).toBe('gallery_expired');
  });

  it('to a client’s lists ends with the grant, also in an open gallery', async () => {
    const { galleryId: id, photos: shown } = await choosingGallery(api, studio);
    const { browser, personId } = await client(id);
    const listId = await insertSelection(api, studio, id);
    await browser.pick(shown[0]!.id, { listId });
    await browser.pick(shown[0]!.id);
    await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [personId]);
    expect(await browser.view()).toMatchObject({ person: null, lists: [], picks: [] });
    expect((await browser.pick(shown[1]!.id, { listId })).error.code).toBe('not_found');
    const after = (await browser.pick(shown[1]!.id)).read(proofing.pick);
    expect(after.person).toMatchObject({ role: 'guest' });
    expect(after.person!.id).not.toBe(personId);
  });

  it('ends with a changed password, in the trash, before publication and at the end', async () => {
    const { galleryId: id, photos: shown } = await choosingGallery(api, studio);
    const asOwner = { as: studio.owner, account: studio.id };
    await api.call('PUT', `/api/gallery/${id}/password`, { ...asOwner, body: { password: 'first one' } });
    await api.db.pool.query(`update galleries set visibility = 'password' where id = $1`, [id]);
    const browser = guest(id);
    expect((await browser.pick(shown[0]!.id)).error.code).toBe('gallery_access_required');
    const verified = await api.call('POST', `/api/p/${id}/galleries/verify`, {
      channel: 'public',
      body: { password: 'first one' },
    });
    browser.cookies = [verified.cookies.get('__Host-visitor_session')!.split(';')[0]!];
    expect((await browser.pick(shown[0]!.id)).status).toBe(200);
    await api.call('PUT', `/api/gallery/${id}/password`, { ...asOwner, body: { password: 'second one' } });
    expect((await browser.pick(shown[1]!.id)).error.code).toBe('gallery_access_required');
    expect((await browser.call(proofing.view)).error.code).toBe('gallery_access_required');
    for (const [set, code] of [
      ["visibility = 'link', expires_at = now() - interval '1 minute'", 'gallery_expired'],
      ["expires_at = null, status = 'hidden'", 'gallery_not_published'],
      ["status = 'published', deleted_at = now()", 'not_found'],
    ] as const) {
      await api.db.pool.query(`update galleries set ${set} where id = $1`, [id]);
      expect([set, (await browser.pick(shown[1]!.id)).error.code]).toEqual([set, code]);
    }
  });

  it('of members is reading nothing', async () => {
    const call = (method: string, path: string, body?: unknown) =>
      api.call(method, `/api/p/${galleryId}${path}`, {
        as: studio.owner,
        channel: 'public',
        ...(body === undefined ? {} : { body }),
      });
    const seen = (await call('GET', '/proofing')).read(proofing.view);
    expect(seen).toMatchObject({ person: null, canSelect: false, canComment: false, lists: [] });
    expect((await call('PUT', `/lists/favourites/picks/${first.id}`, { state: 'pick' })).error.code).toBe('forbidden');
    expect((await call('PUT', '/proofing/me', { name: 'Me', email: '' })).error.code).toBe('forbidden');
    expect((await call('POST', '/proofing/adopt', { token: 'x' })).error.code).toBe('forbidden');
    expect((await call('POST', '/proofing/recover', { email: 'a@example.org' })).error.code).toBe('forbidden');
  });

  it('with a person of another gallery is a stranger’s', async () => {
    const elsewhere = await choosingGallery(api, await makeStudio(api));
    const browser = guest();
    const { list } = (await browser.pick(first.id)).read(proofing.pick);
    const there = new ChoosingBrowser(api, elsewhere.galleryId, browser.cookies);
    expect(await there.view()).toMatchObject({ person: null, lists: [] });
    expect((await there.pick(elsewhere.photos[0]!.id, { listId: list.id })).error.code).toBe('not_found');
    expect((await there.pick(first.id)).error.code).toBe('not_found');
  });
});

describe('a limit', () => {
  it('under 50 simultaneous picks is never exceeded', async () => {
    const { galleryId: id, photos: shown } = await choosingGallery(api, studio, {}, 25);
    const couple = [await client(id), await client(id)];
    const listId = await insertSelection(api, studio, id, { max_count: 10 });
    // Link both browsers first, as their page does.
    for (const { browser } of couple) await browser.pick(shown[0]!.id, { listId, state: 'maybe' });
    const answers = await Promise.all(
      couple.flatMap(({ browser }) => shown.map((photo) => browser.pick(photo.id, { listId }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const picked = await countOf(`from (select distinct photo_id from picks where list_id = $1 and state = 'pick') p`, [
      listId,
    ]);
    expect(picked).toBe(10);
    const { rows } = await api.db.pool.query('select version from pick_lists where id = $1', [listId]);
    const changes = answers.filter(({ status }) => status === 200).length;
    expect(rows[0].version).toBe(changes + 2);
  }, 60_000);
});

describe('lists of favourites', () => {
  it('are made, renamed, removed and brought back by their owner', async () => {
    const browser = guest();
    const listId = newId();
    const save = (name: string) => browser.call(proofing.saveList, { params: { listId }, body: { name } });
    expect((await save('For the album')).read(proofing.saveList).list).toMatchObject({ name: 'For the album' });
    await browser.pick(first.id, { listId });
    expect((await save('Album')).read(proofing.saveList).list).toMatchObject({ id: listId, name: 'Album', version: 1 });
    (await browser.call(proofing.removeList, { params: { listId } })).read(proofing.removeList);
    expect(await browser.view()).toMatchObject({ lists: [], picks: [] });
    await save('Album');
    expect((await browser.view()).picks).toHaveLength(1);
    const { list } = (await browser.pick(first.id)).read(proofing.pick);
    expect((await browser.call(proofing.removeList, { params: { listId: list.id } })).error.code).toBe('not_found');
  });

  it('are limited', async () => {
    const browser = guest();
    const make = () => browser.call(proofing.saveList, { params: { listId: newId() }, body: { name: 'More' } });
    for (let i = 1; i < MAX_PERSON_LISTS; i++) expect((await make()).status).toBe(200);
    expect((await make()).error.code).toBe('limit_reached');
  });
});
