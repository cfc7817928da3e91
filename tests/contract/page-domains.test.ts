import { describe, expect, it } from 'vitest';
import { studioAddress, visitedAddress } from '#functions/public-studio/studio-address.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto } from '../support/studio.ts';

const api = await testApi();

/** A studio with a domain in this status. */
async function studioWith(status: 'live' | 'lost' | 'issuing') {
  const studio = await makeStudio(api, 'Llum');
  const hostname = `www.${studio.slug}.cat`;
  await insertRow(api.db.pool, 'domains', {
    id: newId(),
    account_id: studio.id,
    author_id: studio.owner.userId,
    hostname,
    status,
    proven_at: new Date(),
    lost_at: status === 'lost' ? new Date() : null,
  });
  return { ...studio, hostname };
}

async function open(host: string, path: string, query = '') {
  const headers = { 'x-viewer-host': host, 'x-language': 'en', ...(query && { 'x-query': query }) };
  const answer = await api.call('GET', path, { channel: null, headers });
  const data = /id="page-data">(.*?)<\/script>/s.exec(answer.text)?.[1];
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    cache: answer.headers.get('cache-control'),
    csp: answer.headers.get('content-security-policy'),
    text: answer.text,
    data: data === undefined ? undefined : (JSON.parse(data) as { kind: string }),
    meta: (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(answer.text)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(answer.text)?.[1],
  };
}

const studio = await studioWith('live');
const galleryId = await publishedGallery(api, studio, { name: 'Clara', visibility: 'public' });
await readyPhoto(api, studio, galleryId);
const hidden = await publishedGallery(api, studio, { visibility: 'invite' });
const own = `https://${studio.hostname}`;

describe('on a studio’s own domain', () => {
  it('`/` is the studio’s page, with its metadata and its own address', async () => {
    const page = await open(studio.hostname, '/');
    expect([page.status, page.data?.kind, page.canonical]).toEqual([200, 'studio', `${own}/`]);
    expect([page.meta('public-layout'), page.meta('photographer-slug'), page.meta('og:url')]).toEqual([
      'true',
      studio.slug,
      `${own}/`,
    ]);
  });

  it('galleries, bookings and invitations are below `/`', async () => {
    const link = `/clara-${galleryId.slice(-8)}`;
    for (const [path, kind] of [
      ['/book', 'book'],
      [`/booking/${'T'.repeat(43)}`, 'booking'],
      [`/gallery/${galleryId}`, 'gallery'],
      [link, 'gallery'],
      [`/gallery/${hidden}`, 'gallery-access'],
      [`/invite/${hidden}`, 'gallery-access'],
      // As links in mails and answers of the API have it.
      [`/p/${studio.slug}/gallery/${hidden}`, 'gallery-access'],
    ] as const) {
      const page = await open(studio.hostname, path);
      expect([path, page.status, page.data?.kind]).toEqual([path, 200, kind]);
      if (kind === 'gallery') expect(page.canonical).toBe(own + link);
    }
    const renamed = await open(studio.hostname, `/former-${galleryId.slice(-8)}`);
    expect([renamed.status, renamed.location]).toEqual([301, link]);
    const twice = await open(studio.hostname, `/p/${studio.slug}`);
    expect([twice.status, twice.location]).toEqual([301, `${own}/`]);
  });

  it('nothing of the product or of another studio exists', async () => {
    const other = await studioWith('live');
    const foreign = await publishedGallery(api, other, { visibility: 'public' });
    for (const path of [
      '/app',
      '/app/galleries',
      '/zero/keepalive',
      '/terms',
      '/privacy',
      `/p/${other.slug}`,
      `/p/${other.slug}/gallery/${foreign}`,
      `/gallery/${foreign}`,
    ]) {
      const page = await open(studio.hostname, path);
      expect([path, page.status, page.data?.kind]).toEqual([path, 404, 'not-found']);
      expect(page.text).not.toContain('app-root');
    }
  });

  it('sign-in redirects to the product’s origin, with its query', async () => {
    for (const [path, query] of [
      ['/login', ''],
      ['/login', 'link=invite&next=%2Fapp%2Fsettings'],
      ['/reset-password', 'lng=ca'],
    ] as const) {
      const page = await open(studio.hostname, path, query);
      const location = ORIGIN + path + (query && `?${query}`);
      expect([page.status, page.location, page.cache]).toEqual([302, location, 'no-store']);
    }
  });

  it('the studio’s address under the product’s origin leads there, with the language', async () => {
    const page = await open(new URL(ORIGIN).host, `/p/${studio.slug}`, 'lng=ca');
    expect([page.status, page.location]).toEqual([301, `${own}/?lng=ca`]);
  });

  it('pages may connect to their own socket, but neither to auth nor to another', async () => {
    const page = await open(studio.hostname, '/');
    const connect = /connect-src ([^;]*)/.exec(page.csp ?? '')?.[1];
    expect(connect).toContain("'self'");
    expect(connect).toContain(`wss://${studio.hostname}`);
    expect(connect).not.toMatch(/auth|wss?:.*wss?:/);
  });
});

describe('on the product’s origin', () => {
  it('studio page and booking move to a live domain', async () => {
    for (const [path, to] of [
      [`/p/${studio.slug}`, `${own}/`],
      [`/p/${studio.slug}/book`, `${own}/book`],
    ] as const) {
      const page = await open('albumen.test', path);
      expect([page.status, page.location, page.cache]).toEqual([301, to, 'public, max-age=0, s-maxage=60']);
    }
  });

  it('galleries, invitations and bookings stay, and galleries name their address on the domain', async () => {
    for (const path of [
      `/p/${studio.slug}/gallery/${galleryId}`,
      `/p/${studio.slug}/gallery/${hidden}`,
      `/p/${studio.slug}/invite/${hidden}`,
      `/p/${studio.slug}/booking/${'T'.repeat(43)}`,
    ]) {
      expect([path, (await open('albumen.test', path)).status]).toEqual([path, 200]);
    }
    const page = await open('albumen.test', `/p/${studio.slug}/gallery/${galleryId}`);
    expect(page.canonical).toBe(`${own}/clara-${galleryId.slice(-8)}`);
  });

  it('nothing moves to a domain that is not live; a lost one is served while requests arrive', async () => {
    for (const status of ['lost', 'issuing'] as const) {
      const waiting = await studioWith(status);
      const page = await open('albumen.test', `/p/${waiting.slug}`);
      expect([status, page.status, page.canonical]).toEqual([status, 200, `${ORIGIN}/p/${waiting.slug}`]);
      expect([status, (await open(waiting.hostname, '/')).status]).toEqual([status, status === 'lost' ? 200 : 421]);
    }
  });
});

it('a host that no studio has is refused, and addresses of machines are the product', async () => {
  expect((await open('www.nobody.cat', '/')).status).toBe(421);
  for (const host of ['127.0.0.1:4300', 'd1.cloudfront.net', 'albumen.test'])
    expect([host, (await open(host, '/')).data?.kind]).toEqual([host, 'landing']);
});

it('an invitation may link to the studio’s own domain, and to no other', async () => {
  const invite = (redirectTo: string) =>
    api.call('POST', '/api/auth/invite', {
      as: studio.owner,
      account: studio.id,
      channel: 'backoffice',
      body: {
        email: 'guest@example.org',
        redirectTo,
        data: {
          galleryId,
          accountSlug: studio.slug,
          label: 'Guest',
          rights: { view: true, download: true, select: false, comment: false },
        },
      },
    });
  const stored = `select payload ->> 'redirectTo' as path from outbox where kind = 'invite.mail' and account_id = $1
    order by created_at desc limit 1`;
  expect((await invite(`${own}/gallery/${galleryId}`)).status).toBe(201);
  expect((await api.db.pool.query<{ path: string }>(stored, [studio.id])).rows[0]?.path).toBe(
    `/p/${studio.slug}/gallery/${galleryId}`,
  );
  const other = await studioWith('live');
  expect((await invite(`https://${other.hostname}/gallery/${galleryId}`)).error.code).toBe('redirect_not_allowed');
});

describe('a website on the studio’s own domain', () => {
  it('has all its pages below `/`, and no address of the product in their HTML', async () => {
    const owner = await studioWith('live');
    const at = `https://${owner.hostname}`;
    const author = { account_id: owner.id, author_id: owner.owner.userId };
    const [picture, releaseId] = [await publishedGallery(api, owner, { visibility: 'public', name: 'Sea' }), newId()];
    await readyPhoto(api, owner, picture);
    const part = () => newId();
    const kinds = [
      { kind: 'galleries' },
      { kind: 'posts' },
      { kind: 'booking' },
      { kind: 'button', label: 'Journal', link: 'journal' },
    ];
    const blocks = kinds.map((block) => ({ id: part(), ...block }));
    const rows = [{ id: part(), v: 1, look: {}, cells: [{ id: part(), span: 12, blocks }] }];
    const pages = [
      { path: 'home', settings: { menu: true } },
      { path: 'about', settings: { menu: true, translations: { ca: { title: 'Sobre mi' } } } },
      { path: 'journal/snow', settings: { kind: 'post', date: 1e12 } },
    ].map((one, order) => ({
      id: part(),
      title: one.path,
      description: '',
      layout: 'default',
      rows,
      order,
      updatedAt: 1,
      ...one,
    }));
    await insertRow(api.db.pool, 'site_releases', { id: releaseId, ...author, kind: 'published', pages: '[]' });
    await insertRow(api.db.pool, 'site_release_contents', {
      release_id: releaseId,
      account_id: owner.id,
      content: JSON.stringify({ pages }),
    });
    await insertRow(api.db.pool, 'site_state', { account_id: owner.id, live_release_id: releaseId });
    await insertRow(api.db.pool, 'cms_settings', { ...author, default_page: 'home' });
    for (const [path, status] of [
      ['/', 200],
      ['/about', 200],
      ['/ca/about', 200],
      ['/journal', 200],
      ['/journal/snow', 200],
      ['/sent', 200],
      ['/nowhere', 404],
    ] as const) {
      const page = await open(owner.hostname, path);
      expect([path, page.status, page.canonical]).toEqual([path, status, status === 404 ? undefined : at + path]);
      // The endpoints of forms and logos name the studio by its slug.
      expect(page.text.replaceAll('/api/p/', '')).not.toContain(`/p/${owner.slug}`);
      expect(page.text).not.toContain(ORIGIN);
    }
    const sent = await open(owner.hostname, `/p/${owner.slug}/ca/sent`);
    expect([sent.status, sent.location]).toEqual([301, `${at}/ca/sent`]);
    const sitemap = await open(owner.hostname, '/sitemap.xml');
    expect(sitemap.text).toContain(`<loc>${at}/journal/snow</loc>`);
    // A gallery's menu leads back to the website, and keeps the language where the host changes.
    const gallery = await publishedGallery(api, owner, { visibility: 'public' });
    const menuAt = async (host: string) =>
      ((await open(host, `/p/${owner.slug}/gallery/${gallery}`)).data as { menu?: { ca: object[] } }).menu?.ca[1];
    expect(await menuAt(owner.hostname)).toEqual({ title: 'Sobre mi', href: '/ca/about' });
    expect(await menuAt('albumen.test')).toEqual({ title: 'Sobre mi', href: `${at}/ca/about?lng=ca` });
    const robots = await open(owner.hostname, '/robots.txt');
    expect(robots.text).toContain(`Sitemap: ${at}/sitemap.xml`);
    expect(robots.text).not.toContain('/app');
    expect((await open('albumen.test', '/robots.txt')).text).not.toContain(owner.slug);
  });

  it('is where links of mails lead, while the domain is live and no script of the studio may have run there', async () => {
    const addressOf = ({ id }: { id: string }) => studioAddress(api.services.db, id, ORIGIN);
    expect(await addressOf(studio)).toBe(own);
    for (const status of ['lost', 'issuing'] as const) {
      const other = await studioWith(status);
      expect(await addressOf(other)).toBe(`${ORIGIN}/p/${other.slug}`);
    }
    const scripted = await studioWith('live');
    const { id, owner } = scripted;
    const author = { account_id: id, author_id: owner.userId };
    await insertRow(api.db.pool, 'cms_settings', { ...author, default_page: 'home', custom_js_since: new Date() });
    expect(await addressOf(scripted)).toBe(`${ORIGIN}/p/${scripted.slug}`);
  });

  it('takes visitors back to the host where they are, which is the domain in mails', async () => {
    const back = (host?: string) =>
      visitedAddress({ services: api.services, request: { headers: { 'x-viewer-host': host } } as never }, studio.id);
    expect(await back('albumen.test')).toBe(`${ORIGIN}/p/${studio.slug}`);
    expect(await back('Albumen.test:443')).toBe(`${ORIGIN}/p/${studio.slug}`);
    for (const host of [studio.hostname, 'other.test', undefined]) expect(await back(host)).toBe(own);
    const scripted = await studioWith('live');
    const author = { account_id: scripted.id, author_id: scripted.owner.userId };
    await insertRow(api.db.pool, 'cms_settings', { ...author, default_page: 'home', custom_js_since: new Date() });
    const call = { services: api.services, request: { headers: { 'x-viewer-host': scripted.hostname } } as never };
    expect(await visitedAddress(call, scripted.id)).toBe(`${ORIGIN}/p/${scripted.slug}`);
  });

  it('thanks for a message there, also without a website', async () => {
    const page = await open('albumen.test', `/p/${studio.slug}/sent`);
    expect([page.status, page.location]).toEqual([301, `${own}/sent`]);
    expect((await open(studio.hostname, '/sent')).data?.kind).toBe('studio');
  });
});
