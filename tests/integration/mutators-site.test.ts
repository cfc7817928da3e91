import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { changedPages, readReleasePages } from '#core/domain/site/site.ts';
import { publishPlanned } from '#functions/site/publish-job.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import type { Ctx } from '#core/zero/context.ts';
import { memberContext } from '../support/back-office-rows.ts';
import { CLIENT, mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { newId } from '../support/rows.ts';

const studio = await mutatorStudio('admin');
const { office, ctx, query, members, db } = studio;
afterAll(() => studio.close());

let time = NOW;
const at = () => ({ ...ctx, now: () => (time += 1_000) });
const mutate = (name: string, args: object, as: Ctx = at()) =>
  office.mutate(name, { ...args, now: CLIENT } as never, as);
const refusal = (name: string, args: object) => office.refusal(name, { ...args, now: CLIENT } as never, at());

async function page(path: string, values: object = {}): Promise<string> {
  const id = newId();
  expect(await mutate('pages.create', { id, path, title: `The ${path}`, order: 1, ...values })).toBe('done');
  return id;
}
async function publish(pageIds?: string[]): Promise<string> {
  const releaseId = newId();
  expect(await mutate('site.publish', { releaseId, ...(pageIds ? { pageIds } : {}) })).toBe('done');
  return releaseId;
}
const heading = (text: string) => ({ id: newId(), kind: 'heading', text });
const rowOf = (...blocks: object[]) => ({
  id: newId(),
  v: 1,
  look: {},
  cells: [{ id: newId(), span: 12, blocks }],
});
const rename = (id: string, title: string) => mutate('pages.update', { id, changes: { title } });
const move = (id: string, path: string) => mutate('pages.update', { id, changes: { path } });

/** Pages of the live release, as [path, title]. */
async function live(): Promise<unknown> {
  const rows = await query(
    `select p ->> 'path' as path, p ->> 'title' as title from site_state s
     join site_release_contents c on c.release_id = s.live_release_id, jsonb_array_elements(c.content -> 'pages') p
     where s.account_id = $1 order by 1`,
    [ctx.accountId],
  );
  return rows.map(({ path, title }) => [path, title]);
}
const drafts = async () =>
  (await query('select path, title from pages where account_id = $1 order by 1', [ctx.accountId])).map(
    ({ path, title }) => [path, title],
  );
const redirects = async () => query('select path, page_id as id from site_redirects order by 1');
const releases = async () => query('select id, kind from site_releases order by created_at');

beforeEach(async () => {
  await query('delete from site_state');
  await query('delete from site_releases');
  await query('delete from pages');
  await query('delete from outbox');
});

describe('a page', () => {
  it.each([
    ['a reserved path', { path: 'gallery' }, 'path'],
    ['a path of a gallery’s link', { path: 'anna-pau-7k3f9q2m' }, 'path'],
    ['a post outside the journal', { path: 'news', settings: { kind: 'post' } }, 'path'],
  ])('is refused with %s', async (_what, values, field) => {
    const refused = await refusal('pages.create', { id: newId(), title: 'News', order: 1, ...values });
    expect(refused).toMatchObject({ code: 'validation_failed', params: { field: expect.stringContaining(field) } });
  });

  it('is refused with a path or an id that is taken', async () => {
    const id = await page('about');
    const [path, other] = ['about', newId()];
    expect(await refusal('pages.create', { id: other, path, title: 'A', order: 1 })).toMatchObject({
      code: 'conflict',
      params: { field: 'path' },
    });
    expect(await mutate('pages.create', { id, path: 'else', title: 'A', order: 1 })).toBe('conflict');
    await page('prices');
    expect(await move(id, 'prices')).toBe('conflict');
  });

  it('keeps the fields of two people who change it at the same time', async () => {
    const text = heading('Hello');
    const id = await page('about', { rows: [rowOf(text)] });
    const set = (path: string[], value: unknown) =>
      mutate('pages.apply', { id, ops: [{ op: 'set', id: text.id, path, value }] });
    expect(await Promise.all([set(['align'], 'center'), set(['level'], 2), set(['text'], { en: 'Hi' })])).toEqual([
      'done',
      'done',
      'done',
    ]);
    const [row] = await query('select rows from pages where id = $1', [id]);
    const [stored] = row!['rows'] as ReturnType<typeof rowOf>[];
    expect(stored!.cells[0]!.blocks).toEqual([{ ...text, align: 'center', level: 2, text: { en: 'Hi' } }]);
  });

  it('of the older form is converted by the first operation, whose ids the browser knows', async () => {
    const id = await page('old');
    await query('update pages set blocks = $2 where id = $1', [
      id,
      JSON.stringify([{ type: 'heading', content: 'About' }]),
    ]);
    const made = (n: number) => id.slice(0, 16) + String(n).padStart(4, '0');
    const ops = [{ op: 'set', id: made(0), path: ['text'], value: 'Changed' }];
    expect(await mutate('pages.apply', { id, ops })).toBe('done');
    const [row] = await query('select rows, blocks from pages where id = $1', [id]);
    expect(row).toMatchObject({
      blocks: null,
      rows: [{ cells: [{ blocks: [{ kind: 'heading', text: 'Changed' }] }] }],
    });
  });
});

describe('publishing', () => {
  it('shows all drafts, purges the site, and says what changed since', async () => {
    const about = await page('about');
    await page('prices');
    const id = await publish();
    expect(await live()).toEqual([
      ['about', 'The about'],
      ['prices', 'The prices'],
    ]);
    const purges = await query("select from outbox where kind = 'cdn.purge'");
    expect(purges).toHaveLength(1);
    const changes = async () => {
      const [release] = await office.read('site.releases', undefined, ctx);
      expect(release!['id']).toBe(id);
      const present = (await office.read('pages.list', undefined, ctx)) as never;
      return changedPages(present, readReleasePages(release!['pages']));
    };
    expect(await changes()).toEqual([]);
    await rename(about, 'About us');
    const added = await page('contact', { order: 2 });
    expect(await changes()).toEqual([
      { id: about, change: 'changed' },
      { id: added, change: 'added' },
    ]);
  });

  it('of some pages leaves the others as they were published', async () => {
    const [about, prices] = [await page('about'), await page('prices')];
    const gone = await page('gone');
    await publish();
    await rename(about, 'New');
    await rename(prices, 'New');
    await mutate('pages.remove', { id: gone });
    await publish([about]);
    expect(await live()).toEqual([
      ['about', 'New'],
      ['gone', 'The gone'],
      ['prices', 'The prices'],
    ]);
    await publish([gone]);
    expect(await live()).toEqual([
      ['about', 'New'],
      ['prices', 'The prices'],
    ]);
  });

  it('of some pages is refused if two would have one path', async () => {
    const [about, prices] = [await page('about'), await page('prices')];
    await publish();
    await move(about, 'me');
    await move(prices, 'about');
    expect(await mutate('site.publish', { releaseId: newId(), pageIds: [prices] })).toBe('conflict');
    await publish([about, prices]);
    expect(await live()).toEqual([
      ['about', 'The prices'],
      ['me', 'The about'],
    ]);
  });

  it('leads former paths of published pages to them, and moves the default page along', async () => {
    const about = await page('about');
    await mutate('site.update', { changes: { defaultPage: 'about' } });
    await publish();
    await move(about, 'never-published');
    await move(about, 'me');
    await publish();
    expect(await redirects()).toEqual([{ path: 'about', id: about }]);
    expect((await query('select default_page as path from cms_settings'))[0]).toEqual({ path: 'me' });
    await move(about, 'about');
    await publish();
    expect(await redirects()).toEqual([{ path: 'me', id: about }]);
    expect(await office.read('site.redirects', undefined, ctx)).toMatchObject([{ path: 'me', page: { id: about } }]);
    await query("delete from outbox where kind = 'cdn.purge'");
    expect(await mutate('site.removeRedirect', { path: 'me' })).toBe('done');
    expect(await redirects()).toEqual([]);
    expect(await query("select from outbox where kind = 'cdn.purge'")).toHaveLength(1);
    expect(await mutate('site.removeRedirect', { path: 'me' })).toBe('not_found');
    expect(await mutate('site.removeRedirect', { path: 'm\u0000e' })).toBe('validation_failed');
  });

  it('keeps the last 50 releases and the live one', async () => {
    await page('about');
    const first = await publish();
    const second = await publish();
    await mutate('site.activate', { releaseId: first });
    for (let count = 0; count < 51; count++) {
      await mutate('site.restore', { releaseId: first, savedId: newId() });
    }
    const kept = (await releases()).map(({ id }) => id);
    expect(kept).toHaveLength(51);
    expect(kept).toContain(first);
    expect(kept).not.toContain(second);
  });
});

describe('an older release', () => {
  it('is shown again, and the built-in page without any', async () => {
    const about = await page('about');
    const first = await publish();
    await rename(about, 'New');
    await publish();
    expect(await mutate('site.activate', { releaseId: first })).toBe('done');
    expect(await live()).toEqual([['about', 'The about']]);
    expect(await mutate('site.activate', { releaseId: null })).toBe('done');
    expect(await live()).toEqual([]);
    expect(await drafts()).toEqual([['about', 'New']]);
  });

  it('becomes the draft again, in exchanged paths too; new drafts stay, and the former ones are a release', async () => {
    const [about, prices] = [await page('about'), await page('prices')];
    const first = await publish();
    await move(about, 'x');
    await move(prices, 'about');
    await move(about, 'prices');
    const savedId = newId();
    expect(await mutate('site.restore', { releaseId: first, savedId })).toBe('done');
    expect(await drafts()).toEqual([
      ['about', 'The about'],
      ['prices', 'The prices'],
    ]);
    // Restored drafts equal the live page, so nothing is left to publish.
    const [, release] = await office.read('site.releases', undefined, ctx);
    const present = (await office.read('pages.list', undefined, ctx)) as never;
    expect(changedPages(present, readReleasePages(release!['pages']))).toEqual([]);
    await mutate('pages.remove', { id: about });
    await page('about');
    expect(await mutate('site.restore', { releaseId: savedId, savedId: newId() })).toBe('done');
    expect(await drafts()).toEqual([
      ['about', 'The about'],
      ['about-2', 'The prices'],
      ['prices', 'The about'],
    ]);
  });
});

describe('a planned publication', () => {
  const run = (payload: { accountId: string; at: number }) =>
    publishPlanned({ id: '', idempotencyKey: '', payload, jobs: { db, clock: () => time } as unknown as JobServices });
  const plan = async (due: number | null, role: 'admin' | 'owner' = 'admin') =>
    mutate(
      'site.schedule',
      { at: due },
      memberContext(members, role, () => time),
    );

  it('publishes the drafts as they are then, once', async () => {
    const about = await page('about');
    const due = time + DAY_MS;
    expect(await plan(due)).toBe('done');
    await rename(about, 'Later');
    const [effect] = await query("select payload, run_after as due from outbox where kind = 'site.publish'");
    expect(effect).toEqual({ payload: { accountId: ctx.accountId, at: due }, due: new Date(due) });
    await run({ accountId: ctx.accountId, at: due });
    await run({ accountId: ctx.accountId, at: due });
    expect(await live()).toEqual([['about', 'Later']]);
    expect(await releases()).toHaveLength(1);
  });

  it('does nothing once it was withdrawn or moved, or its member may no longer publish', async () => {
    await page('about');
    const due = time + DAY_MS;
    await plan(due);
    await plan(null);
    await run({ accountId: ctx.accountId, at: due });
    await plan(due + 1);
    await run({ accountId: ctx.accountId, at: due });
    await query("update account_members set role = 'photographer' where user_id = $1", [members.people.admin]);
    await run({ accountId: ctx.accountId, at: due + 1 });
    await query("update account_members set role = 'admin' where user_id = $1", [members.people.admin]);
    expect(await releases()).toEqual([]);
    expect(await plan(time - 1)).toBe('validation_failed');
  });
});
