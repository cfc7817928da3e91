import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { JOIN_MS, MAX_JOINS, type Room } from '#core/domain/galleries/live.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { connectPage, endPages, type LiveOptions } from '../support/live.ts';
import { ChoosingBrowser, choosingGallery, insertSelection } from '../support/proofing.ts';
import { insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, publishedGallery, stranger, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const api = await testApi();
const [studio, other] = [await makeStudio(api), await makeStudio(api)];
afterEach(endPages);

const page = (options?: LiveOptions) => connectPage(api, options);
const visitor = (cookie: string) => page({ cookies: [cookie] });
const query = (sql: string, values: unknown[] = []) => api.db.pool.query(sql, values);
/** Runs what is due; `soon` ends the pause between two messages of a room. */
const send = () => runOutbox(api.jobs);
const soon = (room: string, kind = 'live') =>
  query('update outbox set run_after = now() - make_interval(secs => 1) where dedupe_key = $1', [`${kind}:${room}`]);

async function member(person: Person, account: Studio) {
  const token = await api.issuer.sign(person);
  return page({ query: { channel: 'backoffice', token, accountId: account.id } });
}

/** A gallery with an event, and a guest who has chosen there. */
async function event(values: Row = {}) {
  return choosingGallery(api, studio, { event_until: new Date(Date.now() + HOUR_MS), ...values }, 1);
}

async function openBooking({ id }: Studio) {
  await insertRow(api.db.pool, 'settings', {
    account_id: id,
    key: 'booking',
    author_id: crypto.randomUUID(),
    value: JSON.stringify({ isOpen: true }),
  });
  await insertRow(api.db.pool, 'session_types', {
    id: newId(),
    account_id: id,
    author_id: crypto.randomUUID(),
    name: 'Portrait',
    duration: 60,
    is_bookable: true,
  });
}

it('joins no visitor beyond what the studio’s plan allows, and joins the members', async () => {
  await query(`update accounts set plan_state = 'trialing' where id = $1`, [studio.id]);
  await insertRow(api.db.pool, 'account_plans', {
    account_id: studio.id,
    since: '2026-01-01',
    cap: 5000,
    month: '2026-01',
    closed_month: '2025-12',
    limits: '{"sockets": 1}',
  });
  const gallery = await publishedGallery(api, studio, { visibility: 'public' });
  const [one, two, own] = [await page(), await page(), await member(studio.owner, studio)];
  const room: Room = `g:${gallery}`;
  expect(await one.join(room)).toMatchObject({ type: 'joined' });
  expect(await two.join(room)).toEqual({ type: 'denied', room, code: 'limit_reached', maximum: 1, used: 1 });
  expect(await own.join(room)).toMatchObject({ type: 'joined' });
  expect(await one.join(room)).toMatchObject({ type: 'joined' });
  await query(`update accounts set plan_state = null where id = $1`, [studio.id]);
  await query('delete from account_plans where account_id = $1', [studio.id]);
  expect(await two.join(room)).toMatchObject({ type: 'joined' });
});

describe('a connection', () => {
  it('is refused without the distribution, from other sites, and as a member elsewhere than at the product', async () => {
    const token = await api.issuer.sign(studio.owner);
    const backOffice = { channel: 'backoffice', token, accountId: studio.id };
    const elsewhere = { origin: 'https://ada.test', 'x-viewer-host': 'ada.test' };
    const refusals: LiveOptions[] = [
      { headers: { 'x-origin-secret': 'guessed' } },
      { headers: { origin: 'https://evil.test' } },
      { headers: { origin: 'null' } },
      { query: {} },
      { query: { channel: 'backoffice' } },
      { query: { ...backOffice, token: '' } },
      { query: { ...backOffice, accountId: other.id } },
      { query: { ...backOffice, accountId: '' } },
      { query: backOffice, headers: elsewhere },
    ];
    const statuses = await Promise.all(
      refusals.map((one) =>
        page(one).then(
          () => 'open',
          (error: Error) => error.message,
        ),
      ),
    );
    expect(statuses).toEqual(['403', '403', '403', '403', '401', '401', '403', '403', '403']);
    await page({ headers: elsewhere });
    await page({ query: backOffice });
  });

  it('needs no account of a member who is in one only', async () => {
    const { userId, email } = studio.people.assistant;
    const token = await api.issuer.sign({ userId, email });
    const open = () => page({ query: { channel: 'backoffice', token } });
    expect(await (await open()).join(`b:${studio.id}`)).toMatchObject({ type: 'joined' });
    await insertRow(api.db.pool, 'account_members', {
      account_id: other.id,
      user_id: userId,
      role: 'assistant',
      email,
    });
    await expect(open()).rejects.toThrow('403');
    // A closed account is none.
    await query('update accounts set deleted_at = now() where id = $1', [other.id]);
    expect(await (await open()).join(`b:${studio.id}`)).toMatchObject({ type: 'joined' });
    await query('update accounts set deleted_at = null where id = $1', [other.id]);
    await query('delete from account_members where account_id = $1 and user_id = $2', [other.id, userId]);
    await expect(page({ query: { channel: 'backoffice', token: await api.issuer.sign(stranger()) } })).rejects.toThrow(
      '403',
    );
  });

  it('is refused beyond a number of tabs', async () => {
    const { galleryId, photos } = await event();
    const guest = new ChoosingBrowser(api, galleryId);
    await guest.pick(photos[0]!.id);
    for (let i = 0; i < 20; i++) await visitor(guest.cookies[0]!);
    await expect(visitor(guest.cookies[0]!)).rejects.toThrow('429');
  });

  it('answers malformed messages, and ends beyond the rate', async () => {
    const one = await page();
    for (const wrong of [{ type: 'shout' }, { type: 'join', room: 'x:1' }, { type: 'renew', token: 'a'.repeat(9000) }])
      expect(await one.ask(wrong)).toEqual({ type: 'denied', room: null, code: 'invalid' });
    await query('update live_connections set message_count = 120');
    expect(await one.join(`s:${studio.id}`)).toMatchObject({ type: 'bye', code: 'busy' });
    await runOutbox(api.jobs);
    await one.closed;
  });

  it('ends when its network joins or sends too much, also if it is sent to no more', async () => {
    const [one, two] = [await page(), await page()];
    const room = `s:${studio.id}`;
    const full = (name: string, count: number) =>
      query(`update rate_limits set count = $2 where bucket like $1`, [`${name}:%`, count]);
    expect(await one.join(room)).toMatchObject({ type: 'joined' });
    await full('live-joins-anonymous', 300);
    expect(await one.join(room)).toMatchObject({ type: 'bye', code: 'busy', retryAfter: 30_000 });
    expect(await one.join(room)).toMatchObject({ type: 'bye', code: 'ended' });
    await full('live-messages', 3000);
    expect(await two.join(room)).toMatchObject({ type: 'bye', code: 'busy' });
    await runOutbox(api.jobs);
    await Promise.all([one.closed, two.closed]);
    await query(`delete from rate_limits`);
  });

  it('may be in so many rooms only', async () => {
    const one = await member(studio.owner, studio);
    const { galleryId } = await event();
    const lists = [];
    for (let i = 0; i < MAX_JOINS; i++) lists.push(await insertSelection(api, studio, galleryId));
    for (const id of lists) expect(await one.join(`l:${id}`)).toMatchObject({ type: 'joined' });
    expect(await one.join(`b:${studio.id}`)).toMatchObject({ type: 'denied', code: 'limit_reached' });
    expect(await one.join(`l:${lists[0]}`)).toMatchObject({ type: 'joined' });
  });
});

describe('a room', async () => {
  await openBooking(studio);
  const { galleryId, photos } = await event({ visibility: 'invite' });
  const open = await event();
  const client = await invitedVisitor(api, studio, galleryId, { can_select: true });
  const relative = await invitedVisitor(api, studio, galleryId, { can_select: true });
  const revoked = await invitedVisitor(api, studio, galleryId, { can_select: true });
  await query("update grants set status = 'revoked', revoked_at = now() where id = $1", [revoked.grantId]);
  const listId = await insertSelection(api, studio, galleryId, { people: [client.grantId] });
  const guest = new ChoosingBrowser(api, open.galleryId);
  await guest.pick(open.photos[0]!.id);
  const [favourites] = (await guest.view()).lists;
  const hidden = await publishedGallery(api, studio, { status: 'draft' });
  expect(photos).toHaveLength(1);

  const rooms = {
    selection: `l:${listId}`,
    favourites: `l:${favourites!.id}`,
    invited: `g:${galleryId}`,
    open: `g:${open.galleryId}`,
    draft: `g:${hidden}`,
    slots: `s:${studio.id}`,
    closed: `s:${other.id}`,
    office: `b:${studio.id}`,
    unknown: `l:${newId()}`,
  };
  const everybody = ['open', 'slots'];
  const ofMembers = ['selection', 'favourites', 'invited', 'open', 'draft', 'slots', 'office'];

  it.each([
    ['a browser without a session', () => page(), everybody],
    ['the guest of an open gallery', () => visitor(guest.cookies[0]!), [...everybody, 'favourites']],
    ['an invited person of the selection', () => visitor(client.cookie), [...everybody, 'selection', 'invited']],
    ['an invited person beside the selection', () => visitor(relative.cookie), [...everybody, 'invited']],
    ['a person whose invitation was revoked', () => visitor(revoked.cookie), everybody],
    ['the owner', () => member(studio.owner, studio), ofMembers],
    ['an admin', () => member(studio.people.admin, studio), ofMembers],
    ['a photographer', () => member(studio.people.photographer, studio), ofMembers],
    ['an assistant', () => member(studio.people.assistant, studio), ofMembers],
    ['a member of another studio', () => member(other.owner, other), [...everybody, 'closed']],
  ] as const)('lets %s in where the rows say so', async (_who, connect, expected) => {
    const one = await connect();
    const joined: string[] = [];
    for (const [name, room] of Object.entries(rooms)) if ((await one.join(room)).type === 'joined') joined.push(name);
    expect(joined.sort()).toEqual([...expected].sort());
  });

  it('asks again at each renewal', async () => {
    const one = await visitor(client.cookie);
    for (const room of [rooms.selection, rooms.invited, rooms.slots]) await one.join(room);
    expect(await one.ask({ type: 'renew' })).toEqual({
      type: 'renewed',
      rooms: [rooms.invited, rooms.selection, rooms.slots],
    });
    await query('delete from list_people where list_id = $1', [listId]);
    expect(await one.ask({ type: 'renew' })).toEqual({ type: 'renewed', rooms: [rooms.invited, rooms.slots] });
    await insertRow(api.db.pool, 'list_people', {
      list_id: listId,
      person_id: client.grantId,
      account_id: studio.id,
      gallery_id: galleryId,
    });
  });

  it('is renewed by a member with a valid token of their own only', async () => {
    const one = await member(studio.people.admin, studio);
    await one.join(rooms.office);
    const token = await api.issuer.sign(studio.people.admin);
    expect(await one.ask({ type: 'renew', token })).toEqual({ type: 'renewed', rooms: [rooms.office] });
    const foreign = await api.issuer.sign(studio.owner);
    for (const wrong of [undefined, foreign])
      expect(await one.ask({ type: 'renew', token: wrong })).toEqual({ type: 'bye', code: 'forbidden', retryAfter: 0 });
  });

  it('is silent towards those who have not renewed', async () => {
    const one = await visitor(client.cookie);
    await one.join(rooms.selection);
    await query('update live_joins set authorised_until = now()');
    await query('update pick_lists set version = version + 1 where id = $1', [listId]);
    await send();
    expect(await one.join(rooms.slots)).toMatchObject({ type: 'joined' });
    expect(one.inbox).toEqual([]);
  });

  it.each([
    [
      'a revoked invitation',
      "update grants set status = 'revoked', revoked_at = now() where gallery_id = $1",
      'forbidden',
    ],
    ['an unpublished gallery', "update galleries set status = 'hidden' where id = $1", 'forbidden'],
    ['a trashed gallery', 'update galleries set deleted_at = now() where id = $1', 'not_found'],
    ['a person who was taken from the selection', 'delete from list_people where gallery_id = $1', 'not_found'],
  ])('ends immediately for %s', async (_what, sql, code) => {
    const gallery = await event({ visibility: 'invite' });
    const { cookie, grantId } = await invitedVisitor(api, studio, gallery.galleryId, { can_select: true });
    const list = await insertSelection(api, studio, gallery.galleryId, { people: [grantId] });
    const one = await visitor(cookie);
    await one.join(`l:${list}`);
    await send();
    one.inbox.length = 0;
    await query(sql, [gallery.galleryId]);
    await send();
    // A change of the list itself is told too.
    let answer = await one.next();
    while (answer.type !== 'denied') answer = await one.next();
    expect(answer).toEqual({ type: 'denied', room: `l:${list}`, code });
    expect((await query('select from live_joins where room = $1', [`l:${list}`])).rows).toEqual([]);
  });

  it('ends immediately for a new password and a removed member', async () => {
    const gallery = await event({ visibility: 'password', has_password: true });
    await insertRow(api.db.pool, 'gallery_secrets', {
      gallery_id: gallery.galleryId,
      account_id: studio.id,
      password_hash: `scrypt$${'a'.repeat(60)}`,
      password_version: 1,
    });
    const guestCookie = guest.cookies[0]!;
    const visitorId = (await query('select visitor_id from visitor_people limit 1')).rows[0].visitor_id as string;
    await query('delete from visitor_access where gallery_id = $1', [gallery.galleryId]);
    await insertRow(api.db.pool, 'visitor_access', {
      visitor_id: visitorId,
      gallery_id: gallery.galleryId,
      account_id: studio.id,
      password_version: 1,
    });
    const helper = stranger();
    await insertRow(api.db.pool, 'account_members', {
      account_id: studio.id,
      user_id: helper.userId,
      role: 'assistant',
      email: helper.email,
    });
    const [one, two] = [await visitor(guestCookie), await member(helper, studio)];
    expect(await one.join(`g:${gallery.galleryId}`)).toMatchObject({ type: 'joined' });
    await two.join(`g:${galleryId}`);
    await query('update gallery_secrets set password_version = 2 where gallery_id = $1', [gallery.galleryId]);
    await query('delete from account_members where user_id = $1', [helper.userId]);
    await send();
    expect(await one.next()).toMatchObject({ type: 'denied', code: 'forbidden' });
    expect(await two.next()).toMatchObject({ type: 'denied', code: 'forbidden' });
  });
});

describe('people in a room', () => {
  it('see each other by name, with what they look at, and leave', async () => {
    const [one, two] = [await member(studio.owner, studio), await member(studio.people.assistant, studio)];
    const room = `b:${studio.id}` as Room;
    await query("update account_members set name = 'Ada' where user_id = $1", [studio.owner.userId]);
    expect(await one.join(room)).toMatchObject({ people: [{ id: studio.owner.userId, name: 'Ada', place: '' }] });
    expect(await two.join(room)).toMatchObject({ people: [{ name: 'Ada' }, { name: '' }].reverse() });
    await soon(room, 'here');
    await send();
    expect(await one.next()).toMatchObject({ type: 'here', room });
    expect(await two.next()).toMatchObject({ type: 'here', people: { length: 2 } });
    const record = `customer:${newId()}`;
    two.send({ type: 'at', room, place: record });
    const due = 'from outbox where dedupe_key = $1 and done_at is null';
    await expect.poll(async () => (await query(`select ${due}`, [`here:${room}`])).rows).toHaveLength(1);
    two.send({ type: 'at', room, place: '' });
    expect(await two.ask({ type: 'at', room, place: '<script>' })).toMatchObject({ type: 'denied', code: 'invalid' });
    await soon(room, 'here');
    await send();
    expect(await one.next()).toMatchObject({
      people: [{ id: studio.people.assistant.userId, place: record }, { name: 'Ada' }],
    });
    await two.end();
    await expect
      .poll(
        async () => (await query('select from live_joins where person_id = $1', [studio.people.assistant.userId])).rows,
      )
      .toEqual([]);
  });

  it('do not see members of the studio in a list', async () => {
    const { galleryId, photos } = await event();
    const guest = new ChoosingBrowser(api, galleryId);
    await guest.pick(photos[0]!.id);
    const [list] = (await guest.view()).lists;
    await (await member(studio.owner, studio)).join(`l:${list!.id}`);
    const { id } = (await guest.view()).person!;
    expect(await (await visitor(guest.cookies[0]!)).join(`l:${list!.id}`)).toMatchObject({
      people: [{ id, name: '', place: '' }],
    });
  });
});

it('a join lasts no longer than an image token', () => expect(JOIN_MS).toBe(5 * MINUTE_MS));
