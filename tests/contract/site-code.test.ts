import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { MAX_SCRIPT_VERSIONS } from '#core/domain/site/site-code.ts';
import { VISITOR_COOKIE } from '#functions/galleries/visitors.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { backOffice } from '../support/back-office.ts';
import { ORIGIN, pairOf, testApi } from '../support/api.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const api = await testApi();
const office = backOffice(api.db);
const { accounts, publicPages } = endpoints;
const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

/** A studio with a live domain, a home page and a page `about`. */
async function makeSite() {
  const studio = await makeStudio(api, 'Llum');
  const hostname = `www.${studio.slug}.cat`;
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const [domain, tenant] = [newId(), `dt_${newId()}`];
  const proven = { status: 'live', proven_at: new Date(), tenant_id: tenant };
  await insertRow(api.db.pool, 'domains', { id: domain, ...author, hostname, ...proven });
  for (const path of ['home', 'about'])
    await mutate(studio, 'pages.create', { id: newId(), path, title: path, order: 1 });
  await mutate(studio, 'site.publish', { releaseId: newId() });
  await mutate(studio, 'site.update', { changes: { defaultPage: 'home' } });
  // The first call makes the owner's session.
  await api.call('GET', '/api/accounts', { as: studio.owner });
  return { ...studio, hostname, tenant, own: `https://${hostname}` };
}

async function mutate(studio: Studio, name: string, args: object): Promise<void> {
  const ctx = { userId: studio.owner.userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() } as const;
  expect(await office.mutate(name, { ...args, now: 1 } as never, ctx)).toBe('done');
}

const put = (studio: Studio, path: string, body: object, as: Person = studio.owner) =>
  api.call('PUT', `/api/accounts/${path}`, { as, account: studio.id, body });
const saveScript = (studio: Studio, script = 'window.ran = 1;', hosts: string[] = [], as?: Person) =>
  put(studio, 'website-script', { script, hosts }, as);
const saveStyles = (studio: Studio, css: string, as?: Person) => put(studio, 'website-styles', { css }, as);
const restore = (studio: Studio, versionId: string, as: Person = studio.owner) =>
  api.call('POST', '/api/accounts/website-script', { as, account: studio.id, body: { versionId } });
const versionsOf = (studio: Studio) =>
  sql('select id, script from site_script_versions where account_id = $1 order by created_at, id', studio.id);

async function open(host: string, path: string) {
  const answer = await api.call('GET', path, { channel: null, headers: { 'x-viewer-host': host, 'x-language': 'en' } });
  const csp = answer.headers.get('content-security-policy') ?? '';
  const { status, text, headers } = answer;
  return {
    status,
    text,
    location: headers.get('location'),
    cache: headers.get('cache-control'),
    type: headers.get('content-type'),
    directive: (name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(csp)?.[1],
    script: /data-script="([^"]*)"/.exec(text)?.[1],
  };
}

describe('saving code', () => {
  it('is for owners and admins of this studio', async () => {
    const [studio, other] = [await makeSite(), await makeSite()];
    const versionId = (await saveScript(studio)).read(accounts.saveScript).id;
    const { photographer, assistant, admin } = studio.people;
    for (const [person, status, code] of [
      [photographer, 403, 'forbidden'],
      [assistant, 403, 'forbidden'],
      [other.owner, 403, 'forbidden'],
    ] as const) {
      for (const answer of [
        await saveScript(studio, 'x', [], person),
        await saveStyles(studio, 'x', person),
        await restore(studio, versionId, person),
      ])
        expect([answer.status, answer.error.code]).toEqual([status, code]);
    }
    expect((await saveScript(studio, 'y', [], admin)).status).toBe(200);
    expect((await saveStyles(studio, 'h1{top:0}', admin)).status).toBe(200);
    // Another studio's version answers like a missing one.
    const foreign = await restore(other, versionId);
    expect([foreign.status, (await restore(other, newId())).status]).toEqual([404, 404]);
  });

  it('takes a recent sign-in for the script; its switch-off takes none', async () => {
    const studio = await makeSite();
    const versionId = (await saveScript(studio)).read(accounts.saveScript).id;
    const age = `update auth.sessions set created_at = now() - interval '61 minutes' where user_id = $1`;
    await sql(age, studio.owner.userId);
    for (const answer of [await saveScript(studio, 'other'), await restore(studio, versionId)]) {
      expect([answer.status, answer.error.code]).toEqual([403, 'recent_sign_in_required']);
    }
    expect(await versionsOf(studio)).toHaveLength(1);
    await mutate(studio, 'site.stopScript', { on: false });
    expect(await sql('select custom_js_on as on from cms_settings where account_id = $1', studio.id)).toEqual([
      { on: false },
    ]);
  });

  it('refuses hosts that are no exact names, empty and too long code', async () => {
    const studio = await makeSite();
    for (const host of [
      '*.evil.test',
      'https://evil.test',
      'evil.test/x',
      'evil.test:8080',
      "evil.test; script-src 'unsafe-inline'",
      'localhost',
      '127.0.0.1',
      'EVIL.test',
      "'unsafe-inline'",
    ]) {
      expect([host, (await saveScript(studio, 'x', [host])).status]).toEqual([host, 400]);
    }
    const many = Array.from({ length: 11 }, (_, index) => `h${index}.test`);
    expect((await saveScript(studio, 'x', many)).status).toBe(400);
    expect((await saveScript(studio, ' \n')).status).toBe(400);
    expect((await saveScript(studio, 'x'.repeat(100_001))).status).toBe(400);
    expect((await saveStyles(studio, 'x'.repeat(100_001))).status).toBe(400);
  });

  it('keeps the latest versions with their authors, and restores one as the newest', async () => {
    const studio = await makeSite();
    const first = (await saveScript(studio, 'first();', ['a.test'])).read(accounts.saveScript).id;
    api.clock.advance(1_000);
    await saveScript(studio, 'second();', []);
    api.clock.advance(1_000);
    await restore(studio, first);
    expect((await versionsOf(studio)).map(({ script }) => script)).toEqual(['first();', 'second();', 'first();']);
    const [now] = await sql('select custom_js, custom_js_hosts from cms_settings where account_id = $1', studio.id);
    expect(now).toEqual({ custom_js: 'first();', custom_js_hosts: ['a.test'] });
    await sql(
      `insert into site_script_versions (id, account_id, author_id, script, created_at)
       select left('x' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(), 'old', '2020-01-01' from generate_series(1, 40) n`,
      studio.id,
    );
    api.clock.advance(1_000);
    await saveScript(studio, 'last();');
    const kept = await versionsOf(studio);
    expect(kept).toHaveLength(MAX_SCRIPT_VERSIONS);
    expect(kept.at(-1)!['script']).toBe('last();');
  });

  it('purges the studio’s pages, on its domain too, also when it is switched off', async () => {
    const studio = await makeSite();
    for (const act of [
      () => saveScript(studio),
      () => saveStyles(studio, 'h1{top:0}'),
      () => mutate(studio, 'site.stopScript', { on: false }),
    ]) {
      await runOutbox(api.jobs);
      api.purged.length = 0;
      await act();
      await runOutbox(api.jobs);
      expect(api.purged).toContain(`/p/${studio.slug}*`);
    }
  });
});

describe('own CSS', () => {
  it('is on pages of the website alone, allowed by its hash, on both hosts', async () => {
    const studio = await makeSite();
    const galleryId = await publishedGallery(api, studio, { visibility: 'public' });
    const problems = (await saveStyles(studio, 'h1{color:red}@import "x";')).read(accounts.saveStyles).problems;
    expect(problems).toMatchObject([{ code: 'at_rule', line: 1, column: 14 }]);
    const css = '@layer studio{.site h1{color:red}}.site{contain:paint}';
    const hash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
    const page = await open(studio.hostname, '/about');
    expect(page.text).toContain(`<style>${css}</style></head>`);
    expect(page.directive('style-src')).toContain(hash);
    await sql(`update domains set status = 'removed', removed_at = now() where account_id = $1`, studio.id);
    expect((await open('albumen.test', `/p/${studio.slug}/about`)).text).toContain(css);
    for (const path of [`/p/${studio.slug}/gallery/${galleryId}`, `/p/${studio.slug}/book`]) {
      expect((await open('albumen.test', path)).text).not.toContain('@layer studio');
    }
  });
});

describe('own JavaScript', () => {
  it('runs on pages of the website on the own domain, with a policy of its hosts', async () => {
    const studio = await makeSite();
    await saveScript(studio, 'window.ran = 1;', ['stats.test', 'cdn.stats.test']);
    const page = await open(studio.hostname, '/');
    const hosts = 'https://cdn.stats.test https://stats.test';
    expect(page.text).toContain('data-hosts="cdn.stats.test,stats.test"'.replace(',', ', '));
    expect(page.directive('script-src')).toMatch(/^'self'/);
    expect(page.directive('script-src')!.endsWith(hosts)).toBe(true);
    expect(page.directive('script-src')).not.toMatch(/unsafe|nonce/);
    expect(page.directive('connect-src')).toBe(`'self' ${hosts}`);
    expect(page.directive('img-src')).toBe(`'self' data: blob: ${hosts}`);
    expect([page.directive('worker-src'), page.directive('form-action')]).toEqual(["'none'", "'self'"]);
    // Nothing inline: a bar, and a script of ours that waits for the answer.
    expect(page.text).not.toContain('window.ran');
    expect(page.text).toContain('<script src="/site-code.js" defer>');
    const file = await open(studio.hostname, page.script!);
    expect([file.status, file.text, file.type]).toEqual([200, 'window.ran = 1;', 'text/javascript; charset=utf-8']);
    expect(file.cache).toBe('public, max-age=31536000, immutable');
    const changed = (await saveScript(studio, 'window.ran = 2;')) && (await open(studio.hostname, '/'));
    expect(changed.script).not.toBe(page.script);
    expect((await open(studio.hostname, page.script!)).status).toBe(404);
  });

  it('exists neither on the product’s origin nor on another studio’s domain', async () => {
    const [studio, other] = [await makeSite(), await makeSite()];
    await saveScript(studio);
    const { script } = await open(studio.hostname, '/');
    for (const [host, path] of [
      ['albumen.test', script!],
      ['albumen.test', `/p/${studio.slug}${script}`],
      [other.hostname, script!],
    ] as const) {
      expect([host, path, (await open(host, path)).status]).toEqual([host, path, 404]);
    }
    await sql(`update domains set status = 'removed', removed_at = now() where account_id = $1`, studio.id);
    const page = await open('albumen.test', `/p/${studio.slug}/about`);
    expect([page.status, page.script, page.text.includes('site-code.js')]).toEqual([200, undefined, false]);
    expect(page.directive('script-src')).not.toContain('https:');
  });

  it('stops immediately when it is switched off, by the studio or the operator', async () => {
    const studio = await makeSite();
    await saveScript(studio, 'x();', ['stats.test']);
    const { script } = await open(studio.hostname, '/');
    await mutate(studio, 'site.stopScript', { on: false });
    const off = await open(studio.hostname, '/');
    expect([off.script, (await open(studio.hostname, script!)).status]).toEqual([undefined, 404]);
    expect(off.directive('script-src')).not.toContain('stats.test');
    await restore(studio, (await versionsOf(studio))[0]!['id'] as string);
    expect((await open(studio.hostname, '/')).script).toBe(script);
    api.operator.customScripts = false;
    const closed = await open(studio.hostname, '/');
    expect([closed.script, (await open(studio.hostname, script!)).status]).toEqual([undefined, 404]);
    api.operator.customScripts = true;
  });
});

describe('a domain on which code has run', () => {
  it('serves no gallery, invitation or booking, also after the script is off', async () => {
    const studio = await makeSite();
    const [open1, hidden] = [
      await publishedGallery(api, studio, { name: 'Clara', visibility: 'public' }),
      await publishedGallery(api, studio, { visibility: 'invite' }),
    ];
    const base = `/p/${studio.slug}`;
    expect((await open(studio.hostname, `/gallery/${hidden}`)).status).toBe(200);
    await saveScript(studio);
    await mutate(studio, 'site.stopScript', { on: false });
    for (const [path, to] of [
      ['/book', `${base}/book`],
      [`/booking/${'T'.repeat(43)}`, `${base}/booking/${'T'.repeat(43)}`],
      [`/gallery/${open1}`, `${base}/clara-${open1.slice(-8)}`],
      [`/clara-${open1.slice(-8)}`, `${base}/clara-${open1.slice(-8)}`],
      [`/gallery/${hidden}`, `${base}/gallery/${hidden}`],
      [`/invite/${hidden}`, `${base}/invite/${hidden}`],
      [`${base}/gallery/${hidden}`, `${base}/gallery/${hidden}`],
    ] as const) {
      const page = await open(studio.hostname, path);
      expect([path, page.status, page.location]).toEqual([path, 302, `${ORIGIN}${to}?lng=en`]);
      expect([path, (await open('albumen.test', to)).status]).toEqual([path, 200]);
    }
    // The token of an invitation, which the edge passes on, stays in its address.
    const token = `token=${'t'.repeat(43)}`;
    const headers = { 'x-viewer-host': studio.hostname, 'x-language': 'en', 'x-query': token };
    const invitation = await api.call('GET', `/invite/${hidden}`, { channel: null, headers });
    expect(invitation.headers.get('location')).toBe(`${ORIGIN}${base}/invite/${hidden}?${token}&lng=en`);
    expect(invitation.headers.get('cache-control')).toBe('no-store');
    // Pages of the website stay, and send no service worker.
    const page = await open(studio.hostname, '/about');
    expect([page.status, page.directive('worker-src')]).toEqual([200, "'none'"]);
    expect((await open(studio.hostname, '/nothing')).directive('worker-src')).toBe("'none'");
    expect((await open(studio.hostname, '/code/worker.js')).status).toBe(404);
    expect((await open('albumen.test', '/code/worker.js')).status).toBe(200);
  });

  it('stays so for the next studio that proves the domain, not for a name that was only claimed', async () => {
    const [former, next, claimant] = [await makeSite(), await makeSite(), await makeSite()];
    const id = await publishedGallery(api, next, { visibility: 'invite' });
    await saveScript(claimant);
    const claim = { account_id: claimant.id, author_id: claimant.owner.userId, hostname: next.hostname };
    await sql(`update domains set status = 'removed', removed_at = now() where account_id = $1`, claimant.id);
    await insertRow(api.db.pool, 'domains', { id: newId(), ...claim, status: 'awaiting_dns' });
    expect((await open(next.hostname, `/gallery/${id}`)).status).toBe(200);
    await saveScript(former);
    await sql(`update domains set status = 'removed', removed_at = now() where account_id = $1`, former.id);
    await sql('update domains set hostname = $2 where account_id = $1', next.id, former.hostname);
    const moved = await open(former.hostname, `/gallery/${id}`);
    expect([moved.status, moved.location]).toEqual([302, `${ORIGIN}/p/${next.slug}/gallery/${id}?lng=en`]);
    expect((await open('albumen.test', `/p/${next.slug}/book`)).status).toBe(200);
  });

  it('ignores the visitor’s session there, and only there', async () => {
    const studio = await makeSite();
    const id = await publishedGallery(api, studio, { visibility: 'public' });
    const verify = (host: string, cookies: string[] = []) =>
      api.call('POST', `/api/p/${id}/galleries/verify`, {
        channel: 'public',
        cookies,
        headers: { 'x-viewer-host': host },
      });
    const cookies = [pairOf((await verify(studio.hostname)).cookies.get(VISITOR_COOKIE))];
    await sql('update galleries set visibility = $2 where id = $1', id, 'invite');
    const grant = newId();
    await insertRow(api.db.pool, 'grants', {
      id: grant,
      account_id: studio.id,
      author_id: studio.owner.userId,
      gallery_id: id,
      email: 'a@example.org',
      status: 'accepted',
    });
    await sql('update visitor_access set grant_id = $2 where gallery_id = $1', id, grant);
    const access = async (host: string) => (await verify(host, cookies)).read(publicPages.verify).access;
    expect(await access(studio.hostname)).toBe('granted');
    await saveScript(studio);
    for (const host of [studio.hostname, `${studio.hostname}:443`, studio.hostname.toUpperCase()]) {
      expect([host, await access(host)]).toEqual([host, 'signin_required']);
      const read = await api.call('GET', `/api/p/${studio.slug}/gallery/${id}`, {
        cookies,
        headers: { 'x-viewer-host': host },
      });
      expect(read.status).toBe(401);
    }
    expect(await access('albumen.test')).toBe('granted');
  });

  it('gives cookies of one host alone, which no script reads', async () => {
    const studio = await makeSite();
    const id = await publishedGallery(api, studio, { visibility: 'public' });
    const answer = await api.call('POST', `/api/p/${id}/galleries/verify`, {
      channel: 'public',
      headers: { 'x-viewer-host': studio.hostname },
    });
    expect(answer.cookies.size).toBe(2);
    for (const [name, cookie] of answer.cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; SameSite=Lax/);
      expect(cookie).not.toMatch(/; Domain=/i);
      if (name === VISITOR_COOKIE) expect(name).toMatch(/^__Host-/);
    }
  });
});

describe('the icon', () => {
  it('is that of an uploaded picture on built-in pages and the website, and goes with its files', async () => {
    const studio = await makeSite();
    await sql(`update domains set status = 'removed', removed_at = now() where account_id = $1`, studio.id);
    const body = new FormData();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
    body.set('logo', new Blob([svg]), 'icon.svg');
    body.set('variant', 'icon');
    const answer = await api.call('POST', '/api/upload/logo', { as: studio.owner, account: studio.id, body });
    const { logoUrl } = answer.read(endpoints.logos.upload);
    const icon = `/api${logoUrl.replace(/-\d+x\d+[dlc]\.png$/, '-icon32.png')}`;
    for (const path of ['/about', '/book']) {
      expect((await open('albumen.test', `/p/${studio.slug}${path}`)).text).toContain(
        `<link rel="icon" href="${icon}"`,
      );
    }
    await runOutbox(api.jobs);
    const stored = () => api.services.storage.head('renditions', logoUrl.slice(1));
    expect(await stored()).toBeTruthy();
    await mutate(studio, 'site.removeIcon', { path: logoUrl });
    api.clock.advance(3 * 60_000);
    await runOutbox(api.jobs);
    expect(await stored()).toBeFalsy();
    expect((await open('albumen.test', `/p/${studio.slug}/about`)).text).not.toContain(icon);
  });
});
