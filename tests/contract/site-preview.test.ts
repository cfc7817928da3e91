import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { ROLES } from '#core/domain/studio/roles.ts';
import { MAX_PREVIEWS, PREVIEW_MS } from '#core/domain/site/site-previews.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { backOffice } from '../support/back-office.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum');
const other = await makeStudio(api, 'Other');
const office = backOffice(api.db);

const mutate = async (name: string, args: object, of = studio) => {
  const ctx = { userId: of.owner.userId, accountId: of.id, role: 'owner', now: () => api.clock.now() } as const;
  expect(await office.mutate(name, { ...args, now: 1 } as never, ctx)).toBe('done');
};
const rowOf = (...blocks: object[]) => ({
  id: newId(),
  v: 1,
  look: {},
  cells: [{ id: newId(), span: 12, blocks: blocks.map((block) => ({ id: newId(), ...block })) }],
});
const create = (as: Person = studio.owner, body: object = { releaseId: null, isFrame: false }, account = studio.id) =>
  api.call('POST', '/api/site/previews', { as, account, body });
async function preview(options: { releaseId?: string; isFrame?: boolean; as?: Person } = {}): Promise<string> {
  const { releaseId = null, isFrame = false, as } = options;
  const answer = await create(as, { releaseId, isFrame });
  expect(answer.status).toBe(201);
  return answer.read(accounts.previewSite).path;
}
async function open(path: string, method = 'GET') {
  const { status, text, headers } = await api.call(method, path, { channel: null, headers: { 'x-language': 'en' } });
  return {
    status,
    text,
    cache: headers.get('cache-control'),
    robots: headers.get('x-robots-tag'),
    location: headers.get('location'),
    policy: headers.get('content-security-policy') ?? '',
    version: headers.get('x-preview-version'),
    galleries: headers.get('x-open-galleries'),
    title: /<title>(.*?)<\/title>/.exec(text)?.[1],
    heading: /<h2[^>]*>(.*?)<\/h2>/.exec(text)?.[1],
  };
}

const [home, about] = [newId(), newId()];
let release: string;
let gallery: string;
beforeAll(async () => {
  gallery = await publishedGallery(api, studio, { visibility: 'public', name: 'Anna' });
  const { id: photoId } = await readyPhoto(api, studio, gallery);
  const rows = (text: string) => [rowOf({ kind: 'heading', text }, { kind: 'image', photoId })];
  await mutate('pages.create', { id: home, path: 'home', title: 'Home', order: 1, rows: rows('First light') });
  await mutate('pages.create', {
    id: about,
    path: 'about',
    title: 'About',
    order: 2,
    rows: rows('First about'),
    settings: { menu: true, translations: { ca: { title: 'Sobre mi' } } },
  });
  release = newId();
  await mutate('site.publish', { releaseId: release });
  await mutate('pages.update', { id: about, changes: { title: 'Second about' } });
});
beforeEach(() => {
  api.clock.advance(1_000);
});

describe('a preview of the drafts', () => {
  it('shows unpublished pages with links within it, and visitors go on seeing the published ones', async () => {
    const base = await preview();
    const page = await open(`${base}/about`);
    expect(page).toMatchObject({ status: 200, title: 'Preview · Second about – Llum', heading: 'First about' });
    expect(page.text).toContain(`href="${base}/about"`);
    expect((await open(`/p/${studio.slug}/about`)).title).toBe('About – Llum');
    expect(await open(`${base}/ca/about`)).toMatchObject({ status: 200, title: 'Preview · Sobre mi – Llum' });
    expect((await open(base)).heading).toBe('First light');
    expect(await open(`${base}/home`)).toMatchObject({ status: 302, location: base, cache: 'no-store' });
  });

  it('is neither cached nor indexed, names its address to nobody, and runs our scripts only', async () => {
    const page = await open(await preview());
    expect(page).toMatchObject({ cache: 'no-store', robots: 'noindex', galleries: gallery });
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.text).toContain('<meta name="referrer" content="no-referrer">');
    const scripts = /script-src ([^;]*)/.exec(page.policy)?.[1];
    expect(scripts).toMatch(new RegExp(`^${ORIGIN}/keep-images\\.js( 'sha256-[^' ]+')+$`));
    expect(page.policy).toContain("form-action 'none'");
    expect(page.policy).toContain("frame-ancestors 'none'");
  });

  it('names its version, which changes with every edit', async () => {
    const base = await preview();
    const { version } = await open(base, 'HEAD');
    expect((await open(base)).text).toContain(`data-version="${version}"`);
    api.clock.advance(1_000);
    await mutate('pages.update', { id: home, changes: { description: 'New' } });
    expect((await open(base, 'HEAD')).version).not.toBe(version);
  });

  it('links to the public pages that are no drafts, and says which pages it has not', async () => {
    const base = await preview();
    expect(await open(`${base}/book`)).toMatchObject({ status: 302, location: `/p/${studio.slug}/book` });
    expect(await open(`${base}/nothing`)).toMatchObject({ status: 404, title: 'Not in this preview' });
    const frame = await preview({ isFrame: true });
    expect(await open(`${frame}/book`)).toMatchObject({ status: 404, title: 'Not in this preview' });
  });

  it('in a frame is for the back office: its own image token stays, and no script follows the drafts', async () => {
    const page = await open(`${await preview({ isFrame: true })}/about`);
    expect(page).toMatchObject({ status: 200, galleries: null });
    expect(page.policy).toContain("frame-ancestors 'self'");
    expect(page.text).not.toMatch(/keep-images|x-preview-version/);
  });
});

describe('a preview of a release', () => {
  it('shows it as it was published', async () => {
    const page = await open(`${await preview({ releaseId: release })}/about`);
    expect(page).toMatchObject({ status: 200, title: 'Preview · About – Llum', version: null });
  });

  it('of another studio is not found', async () => {
    const foreign = newId();
    await mutate('pages.create', { id: newId(), path: 'secret', title: 'Secret', order: 1 }, other);
    await mutate('site.publish', { releaseId: foreign }, other);
    const answer = await create(studio.owner, { releaseId: foreign, isFrame: false });
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
  });
});

describe('a preview link', () => {
  it.each(ROLES)('is made and ended by members with the right to write pages: %s', async (role) => {
    const person = { userId: crypto.randomUUID(), email: `${role}-${newId()}@example.org` };
    await insertRow(api.db.pool, 'account_members', {
      account_id: studio.id,
      role,
      user_id: person.userId,
      email: person.email,
    });
    expect((await create(person)).status).toBe(role === 'assistant' ? 403 : 201);
    expect((await api.call('DELETE', '/api/site/previews', { as: person, account: studio.id })).status).toBe(
      role === 'assistant' ? 403 : 200,
    );
  });

  it('is not made for a studio that one does not belong to, nor without signing in', async () => {
    expect((await create(other.owner)).status).toBe(403);
    expect((await api.call('POST', '/api/site/previews', { account: studio.id })).status).toBe(401);
  });

  it('ends after a day, and its row is deleted', async () => {
    const base = await preview();
    api.clock.advance(PREVIEW_MS - HOUR_MS);
    expect((await open(base)).status).toBe(200);
    api.clock.advance(HOUR_MS);
    expect(await open(base)).toMatchObject({
      status: 404,
      title: 'This preview has expired',
      cache: 'no-store',
      version: null,
    });
    await emptyTrash(api.jobs);
    const { rows } = await api.db.pool.query('select from site_previews where expires_at <= $1', [
      new Date(api.clock.now()),
    ]);
    expect(rows).toEqual([]);
  });

  it('ends with all others immediately when a person ends them, and does not touch those of another studio', async () => {
    const base = await preview();
    await api.call('DELETE', '/api/site/previews', { as: other.owner, account: other.id });
    expect((await open(base)).status).toBe(200);
    await api.call('DELETE', '/api/site/previews', { as: studio.owner, account: studio.id });
    expect((await open(base)).status).toBe(404);
  });

  it('ends when its member leaves, or may not write pages any more', async () => {
    const person = { userId: crypto.randomUUID(), email: `${newId()}@example.org` };
    const member = { account_id: studio.id, role: 'photographer', user_id: person.userId, email: person.email };
    await insertRow(api.db.pool, 'account_members', member);
    const base = await preview({ as: person });
    const role = (to: string) =>
      api.db.pool.query('update account_members set role = $2 where user_id = $1', [person.userId, to]);
    await role('assistant');
    expect((await open(base)).status).toBe(404);
    await role('photographer');
    expect((await open(base)).status).toBe(200);
    await api.db.pool.query('delete from account_members where user_id = $1', [person.userId]);
    expect((await open(base)).status).toBe(404);
  });

  it('is not guessed: another secret, or one that was changed, opens nothing', async () => {
    const base = await preview();
    const changed = base.slice(0, -1) + (base.endsWith('A') ? 'B' : 'A');
    for (const path of [
      changed,
      `/preview/${'A'.repeat(43)}`,
      `/preview/${studio.slug}`,
      '/preview',
      base.toUpperCase(),
    ]) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
    const { rows } = await api.db.pool.query<{ row: string }>('select p::text as row from site_previews p');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(base.split('/').at(-1)!))).toEqual([]);
  });

  it('ends the oldest one of many', async () => {
    const first = await preview();
    for (let count = 1; count < MAX_PREVIEWS; count++) {
      api.clock.advance(1_000);
      await preview();
    }
    expect((await open(first)).status).toBe(200);
    api.clock.advance(1_000);
    await preview();
    expect((await open(first)).status).toBe(404);
  });
});
