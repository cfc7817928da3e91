import { beforeAll, describe, expect, it } from 'vitest';
import { backOffice } from '../support/back-office.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum');
const office = backOffice(api.db);
const base = `/p/${studio.slug}`;

async function open(path: string, language = 'en', query = '') {
  const headersOfEdge = { 'x-language': language, ...(query && { 'x-query': query }) };
  const answer = await api.call('GET', path, { channel: null, headers: headersOfEdge });
  const { status, text, headers } = answer;
  const head = (pattern: RegExp) => pattern.exec(text)?.[1];
  return {
    status,
    text,
    headers,
    cache: headers.get('cache-control'),
    location: headers.get('location'),
    title: head(/<title>(.*?)<\/title>/),
    language: head(/<html lang="([^"]*)"/),
    canonical: head(/<link rel="canonical" href="([^"]*)">/),
    alternates: [...text.matchAll(/hreflang="([^"]*)" href="([^"]*)">/g)].map(([, one, href]) => [one, href]),
    images: [...text.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src),
    open: headers.get('x-open-galleries'),
  };
}

const mutate = async (name: string, args: object) => {
  const ctx = { userId: studio.owner.userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() } as const;
  expect(await office.mutate(name, { ...args, now: 1 } as never, ctx)).toBe('done');
};
const rowOf = (...blocks: object[]) => ({
  id: newId(),
  v: 1,
  look: {},
  cells: [{ id: newId(), span: 12, blocks: blocks.map((block) => ({ id: newId(), ...block })) }],
});
async function page(path: string, title: string, values: object = {}): Promise<string> {
  const id = newId();
  await mutate('pages.create', { id, path, title, order: 1, ...values });
  return id;
}
const publish = () => mutate('site.publish', { releaseId: newId() });

let about: string;
let home: string;
beforeAll(async () => {
  const texts = { en: 'Weddings', ca: 'Casaments' };
  home = await page('home', 'Home', { rows: [rowOf({ kind: 'heading', text: 'Light' })] });
  about = await page('about', 'About', {
    description: 'Who I am',
    rows: [rowOf({ kind: 'heading', text: texts })],
    settings: { menu: true, translations: { ca: { title: 'Sobre mi' } } },
  });
  await publish();
});

describe('a page of a website', () => {
  it('is complete in its HTML, cached like galleries, and has no data or script of the built-in pages', async () => {
    const found = await open(`${base}/about`);
    expect(found).toMatchObject({ status: 200, title: 'About – Llum', language: 'en' });
    expect(found.cache).toBe('public, max-age=0, s-maxage=60');
    expect(found.canonical).toBe(`${ORIGIN}${base}/about`);
    expect(found.text).toContain('<h2 class="text-title">Weddings</h2>');
    expect(found.text).toContain('<meta name="description" content="Who I am">');
    expect(found.text).toContain(`<meta name="photographer-slug" content="${studio.slug}">`);
    expect(found.text).not.toMatch(/page-data|id="config"|start\.js/);
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(found.text)![1]!;
    expect(JSON.parse(json)['@graph'][0]).toMatchObject({ '@type': 'LocalBusiness', name: 'Llum' });
  });

  it('has one address for each language it is translated into', async () => {
    const own = await open(`${base}/about`, 'es');
    expect(own.language).toBe('en');
    expect(own.alternates).toEqual([
      ['en', `${ORIGIN}${base}/about`],
      ['ca', `${ORIGIN}${base}/ca/about`],
      ['x-default', `${ORIGIN}${base}/about`],
    ]);
    const translated = await open(`${base}/ca/about`);
    expect(translated).toMatchObject({ status: 200, title: 'Sobre mi – Llum', language: 'ca' });
    expect(translated.text).toContain('<h2 class="text-title">Casaments</h2>');
    expect(translated.canonical).toBe(`${ORIGIN}${base}/ca/about`);
    for (const [path, target] of [
      ['/en/about', '/about?lng=en'],
      ['/es/about', '/about?lng=es'],
      ['/ca', '?lng=ca'],
    ]) {
      expect(await open(base + path)).toMatchObject({ status: 301, location: base + target });
    }
  });

  it('is shown in the visitor’s language where its address names none', async () => {
    const cache = 'public, max-age=0, s-maxage=60';
    expect(await open(`${base}/about`, 'ca')).toMatchObject({
      status: 302,
      location: `${ORIGIN}${base}/ca/about`,
      cache,
    });
    for (const language of ['en', 'es', '*']) {
      expect(await open(`${base}/about`, language)).toMatchObject({ status: 200, language: 'en' });
    }
    expect(await open(`${base}/ca/about`, 'en')).toMatchObject({ status: 200, language: 'ca' });
    expect((await open(`${base}/about`, 'ca', 'lng=ca')).location).toBe(`${ORIGIN}${base}/ca/about?lng=ca`);
    const chosen = await open(`${base}/about`, 'en', 'lng=en');
    expect([chosen.status, chosen.headers.get('x-chosen-language')]).toEqual([200, 'en']);
    expect((await open(`${base}/nowhere`, 'ca', 'lng=ca')).headers.get('x-chosen-language')).toBeNull();
  });

  it('carries its language to built-in pages, and its list of languages keeps the choice', async () => {
    const translated = (await open(`${base}/ca/about`, 'ca')).text;
    expect(translated).toContain(`href="${base}/client?lng=ca"`);
    expect(translated).toContain(`href="${base}/about?lng=en"`);
    expect((await open(`${base}/about`)).text).toContain(`href="${base}/client"`);
  });

  it('is the one at the studio’s address if it is the default page; else the built-in page is', async () => {
    expect((await open(base)).text).toContain('page-data');
    await mutate('site.update', { changes: { defaultPage: 'home', seoTitle: 'Llum, weddings' } });
    expect(await open(base)).toMatchObject({ status: 200, title: 'Home – Llum, weddings' });
    // The website's title is in the studio's language.
    expect(await open(`${base}/ca/about`)).toMatchObject({ status: 200, title: 'Sobre mi – Llum' });
    expect(await open(`${base}/home`)).toMatchObject({ status: 301, location: base });
    await mutate('site.update', { changes: { defaultPage: '', seoTitle: '' } });
    expect((await open(base)).text).toContain('page-data');
  });

  it('shows a draft only once it is published, and leads its former path to it', async () => {
    await mutate('pages.update', { id: about, changes: { title: 'Me', path: 'me' } });
    const draft = await page('secret', 'Secret');
    expect(await open(`${base}/about`)).toMatchObject({ status: 200, title: 'About – Llum' });
    expect(await open(`${base}/me`)).toMatchObject({ status: 404, cache: 'no-store' });
    expect((await open(`${base}/secret`)).status).toBe(404);
    await mutate('pages.remove', { id: draft });
    await publish();
    expect(await open(`${base}/me`)).toMatchObject({ status: 200, title: 'Me – Llum' });
    expect(await open(`${base}/about`)).toMatchObject({ status: 301, location: `${base}/me` });
    await mutate('pages.update', { id: about, changes: { title: 'About', path: 'about' } });
    await publish();
    expect(await open(`${base}/me`)).toMatchObject({ status: 301, location: `${base}/about` });
  });

  it('does not replace galleries, bookings and invitations', async () => {
    const gallery = await publishedGallery(api, studio, { visibility: 'public', name: 'Anna' });
    for (const path of [`/gallery/${gallery}`, `/anna-${gallery.slice(-8)}`, '/book']) {
      expect((await open(base + path)).text).toContain('page-data');
    }
    for (const path of ['/About', '/about/', '/about%20', '/a/b/c/d/e', '/<script>', '/gallery', '/es/gallery']) {
      expect([path, (await open(base + path)).status]).toEqual([path, 404]);
    }
  });

  it('belongs to one studio: another’s has no such path', async () => {
    const other = await makeStudio(api, 'Other');
    expect((await open(`/p/${other.slug}/about`)).status).toBe(404);
  });
});

describe('pictures of a website', () => {
  it('are those of public galleries, with the image token of these', async () => {
    const [shown, secret] = [
      await publishedGallery(api, studio, { visibility: 'public' }),
      await publishedGallery(api, studio, { visibility: 'public' }),
    ];
    const [picture, hidden] = [await readyPhoto(api, studio, shown), await readyPhoto(api, studio, secret)];
    const images = [picture, hidden].map(({ id }) => ({ kind: 'image', photoId: id }));
    const live = { kind: 'gallery', mode: 'live', galleryId: secret };
    const work = await page('work', 'Work', { rows: [rowOf(...images, live)] });
    await publish();
    await api.db.pool.query("update galleries set visibility = 'link' where id = $1", [secret]);
    const found = await open(`${base}/work`);
    expect(found.images).toEqual([expect.stringContaining(`/api/images/${shown}/${picture.fileId}.jpg`)]);
    expect(found.open).toBe(shown);
    expect(found.text).toContain(`<link rel="preload" as="image" imagesrcset="/api/images/${shown}/`);
    // A gallery that becomes private takes its pictures out of the site, without a publication.
    await api.db.pool.query("update galleries set visibility = 'invite' where id = $1", [shown]);
    const without = await open(`${base}/work`);
    expect([without.images, without.open]).toEqual([[], null]);
    await mutate('pages.remove', { id: work });
  });
});

describe('prices and journal', () => {
  it('are as they are now', async () => {
    const type = newId();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'session_types', { id: type, ...author, name: 'Portrait', is_bookable: true });
    await insertRow(api.db.pool, 'session_type_prices', { session_type_id: type, ...author, price: 12_000 });
    await insertRow(api.db.pool, 'settings', { ...author, key: 'booking', value: { isOpen: true } });
    await page('prices', 'Prices', { rows: [rowOf({ kind: 'prices', mode: 'live' }, { kind: 'booking' })] });
    await publish();
    expect((await open(`${base}/prices`)).text).toMatch(/Portrait.*€120(?!\.)/s);
    await api.db.pool.query('update session_type_prices set price = 9900 where session_type_id = $1', [type]);
    const now = await open(`${base}/prices`);
    expect(now.text).toMatch(/€99(?!\.)/);
    expect(now.text).toContain(`href="${base}/book"`);
  });

  it('lists posts by date once there is one', async () => {
    expect((await open(`${base}/journal`)).status).toBe(404);
    const post = (date: number) => ({ settings: { kind: 'post', date } });
    await page('journal/older', 'Older', post(1e12));
    await page('journal/newer', 'Newer', post(1.5e12));
    await publish();
    const journal = await open(`${base}/journal`);
    expect(journal).toMatchObject({ status: 200, title: 'Journal – Llum' });
    expect(journal.text).toMatch(/Newer.*14 July 2017.*Older/s);
    const found = await open(`${base}/journal/newer`);
    expect(found.text).toContain('"@type":"BlogPosting"');
    expect(found.text).toContain('<h1>Newer</h1>');
  });

  it('lists older posts on pages of their own, which name each other and the feed', async () => {
    const other = await makeStudio(api, 'Diari');
    const at = `/p/${other.slug}`;
    const post = (n: number) => {
      const settings = { kind: 'post', date: 1e12 + n };
      const common = { title: `Post ${n}.`, description: '', rows: [], order: n, updatedAt: 1 };
      return { id: newId(), path: `journal/p${n}`, settings, ...common };
    };
    const releaseId = newId();
    const author = { account_id: other.id, author_id: other.owner.userId };
    await insertRow(api.db.pool, 'site_releases', { id: releaseId, ...author, kind: 'published', pages: '[]' });
    const content = JSON.stringify({ pages: Array.from({ length: 49 }, (_, n) => post(n)) });
    await insertRow(api.db.pool, 'site_release_contents', { release_id: releaseId, account_id: other.id, content });
    await insertRow(api.db.pool, 'site_state', { account_id: other.id, live_release_id: releaseId });

    const pages = [
      await open(`${at}/journal`),
      await open(`${at}/journal/page/2`),
      await open(`${at}/ca/journal/page/3`),
    ];
    const listed = pages.map(({ text }) => [...text.matchAll(/>Post (\d+)\./g)].map(([, n]) => Number(n)));
    expect(listed.map((one) => one.length)).toEqual([24, 24, 1]);
    expect(listed.flat()).toEqual(Array.from({ length: 49 }, (_, n) => 48 - n));
    expect(pages.map(({ title }) => title)).toEqual([
      'Journal – Diari',
      'Journal, page 2 – Diari',
      'Diari, pàgina 3 – Diari',
    ]);
    expect(pages.map(({ canonical }) => canonical)).toEqual([
      `${ORIGIN}${at}/journal`,
      `${ORIGIN}${at}/journal/page/2`,
      `${ORIGIN}${at}/ca/journal/page/3`,
    ]);
    const relations = pages.map(({ text }) =>
      [...text.matchAll(/<link rel="(prev|next)" href="([^"]*)">/g)].map(([, rel, href]) => [rel, href]),
    );
    expect(relations).toEqual([
      [['next', `${ORIGIN}${at}/journal/page/2`]],
      [
        ['prev', `${ORIGIN}${at}/journal`],
        ['next', `${ORIGIN}${at}/journal/page/3`],
      ],
      [['prev', `${ORIGIN}${at}/ca/journal/page/2`]],
    ]);
    expect(pages[1]!.text).toContain(`<a href="${at}/journal/page/3" rel="next">Older posts</a>`);
    expect(pages[1]!.text).toContain(`<a href="${at}/journal/feed.xml" type="application/rss+xml"`);
    const graph = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(pages[1]!.text)![1]!)['@graph'] as object[];
    expect(graph.find((one) => '@type' in one && one['@type'] === 'Blog')).toMatchObject({
      url: `${ORIGIN}${at}/journal/page/2`,
      blogPost: expect.arrayContaining([
        expect.objectContaining({ '@type': 'BlogPosting', headline: 'Post 24.', url: `${ORIGIN}${at}/journal/p24` }),
      ]),
    });
    expect(await open(`${at}/journal/page/1`)).toMatchObject({ status: 301, location: `${at}/journal` });
    for (const path of ['4', '0', '02', '99999']) expect((await open(`${at}/journal/page/${path}`)).status).toBe(404);
  });
});

describe('the feed of posts', () => {
  it('is RSS with absolute addresses, escaped, the latest post first', async () => {
    const title = 'Núria & <Pau> "2026" \u2028';
    await page('journal/hostile', title, {
      description: 'A ]]> day & night',
      settings: { kind: 'post', date: Date.UTC(2031, 0, 2), translations: { ca: { title: 'Núria i Pau' } } },
    });
    await publish();
    const { status, text, headers, cache } = await open(`${base}/journal/feed.xml`, 'es');
    expect([status, headers.get('content-type'), cache]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
      'public, max-age=0, s-maxage=60',
    ]);
    expect(text).toContain('<rss version="2.0"');
    expect(text).toContain(`<atom:link href="${ORIGIN}${base}/journal/feed.xml" rel="self"`);
    const [first = '', second = ''] = text.split('<item>').slice(1);
    expect(first).toContain('<title>Núria &amp; &lt;Pau&gt; &quot;2026&quot;');
    expect(first).toContain(`<link>${ORIGIN}${base}/journal/hostile</link>`);
    expect(first).toContain('<pubDate>Thu, 02 Jan 2031 00:00:00 GMT</pubDate>');
    expect(first).toContain('<description>A ]]&gt; day &amp; night</description>');
    expect(second).toContain('/journal/newer</link>');
    const alternate = `<link rel="alternate" type="application/rss+xml" title="Llum" href="${ORIGIN}${base}/journal/feed.xml">`;
    expect((await open(`${base}/about`)).text).toContain(alternate);
  });

  it('has an address of its own in each language with posts', async () => {
    const translated = await open(`${base}/ca/journal/feed.xml`);
    expect(translated.text).toContain(`<link>${ORIGIN}${base}/ca/journal/hostile</link>`);
    expect(translated.text.split('<item>')).toHaveLength(2);
    for (const language of ['en', 'es']) {
      const location = `${base}/journal/feed.xml`;
      expect(await open(`${base}/${language}/journal/feed.xml`)).toMatchObject({ status: 301, location });
    }
    const empty = await makeStudio(api, 'Buit');
    expect((await open(`/p/${empty.slug}/journal/feed.xml`)).status).toBe(404);
  });
});

describe('the sitemap', () => {
  it('lists published pages in each language, except those that search engines may not show', async () => {
    await mutate('pages.update', { id: home, changes: { settings: { noindex: true } } });
    await publish();
    const shown = await publishedGallery(api, studio, { visibility: 'public', name: 'Snow' });
    const linked = await publishedGallery(api, studio, { name: 'Unlisted' });
    const { status, text, headers } = await open(`${base}/sitemap.xml`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!.slice((ORIGIN + base).length));
    expect(listed).toEqual(
      expect.arrayContaining(['/about', '/ca/about', '/journal/newer', '/prices', '/journal', '/ca/journal', '/book']),
    );
    expect(listed).not.toContain('/home');
    const galleries = listed.filter((path) => /-[0-9a-z]{8}$/.test(path)).map((path) => path.slice(-8));
    expect(galleries).toContain(shown.slice(-8));
    expect(galleries).not.toContain(linked.slice(-8));
    expect((await open(`${base}/home`)).text).toContain('<meta name="robots" content="noindex">');
  });
});

describe('messages in the website’s look', () => {
  it('are at addresses without a page: with its menu, for nobody’s index or cache', async () => {
    for (const [path, language, title] of [
      ['/nowhere', 'en', 'Page not found'],
      ['/ca/nowhere', 'ca', 'No s’ha trobat la pàgina'],
      ['/About', 'en', 'Page not found'],
    ] as const) {
      const found = await open(base + path, 'es');
      expect([path, found.status, found.cache, found.language]).toEqual([path, 404, 'no-store', language]);
      expect(found.text).toContain(`<h1>${title}</h1>`);
      expect(found.text).toContain(`href="${base}${language === 'en' ? '' : '/ca'}/about"`);
      expect([found.canonical, found.alternates, found.text.includes('ld+json')]).toEqual([undefined, [], false]);
      expect(found.text).toContain('<meta name="robots" content="noindex">');
    }
  });

  it('thank for a message in the form’s language', async () => {
    const { status, text, canonical } = await open(`${base}/ca/sent`);
    expect([status, canonical]).toEqual([200, `${ORIGIN}${base}/ca/sent`]);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect((await open(`${base}/sent`)).text).toContain('<h1>Message sent</h1>');
  });
});

describe('a contact form', () => {
  const form = (language: string, message: string) =>
    api.call('POST', `/api${base}/contact`, {
      channel: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ name: 'Marta', email: 'marta@mail.test', message, language }).toString(),
    });

  it('is in the page while the studio’s is open, and links to the site’s own answer', async () => {
    await page('contact', 'Contact', { rows: [rowOf({ kind: 'contact', form: true })] });
    await publish();
    const { text } = await open(`${base}/contact`);
    expect(text).toMatch(new RegExp(`<form[^>]* action="/api${base}/contact" method="post">`));
    expect(text).toContain('name="message"');
    const answers = [await form('en', 'Hello'), await form('ca', 'Hola')];
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, `${base}/sent`],
      [303, `${base}/ca/sent`],
    ]);
    await api.db.pool.query(
      `update settings set value = value || '{"contactForm": false}' where account_id = $1 and key = 'photographer'`,
      [studio.id],
    );
    expect((await open(`${base}/contact`)).text).not.toContain('<form');
  });
});

describe('frames', () => {
  it('are allowed to the hosts on the page, and to no other', async () => {
    const map = 'https://www.openstreetmap.org/#map=15/42.2887/3.2770';
    await page('map', 'Map', {
      rows: [rowOf({ kind: 'embed', url: map }, { kind: 'embed', url: 'https://other.example/' })],
    });
    await publish();
    const policyOf = async (path: string) => (await open(base + path)).headers.get('content-security-policy');
    expect(await policyOf('/map')).toContain('frame-src https://www.openstreetmap.org;');
    expect(await policyOf('/about')).not.toContain('frame-src');
    expect((await open(`${base}/map`)).text).not.toContain('<iframe');
  });
});

describe('a page’s theme', () => {
  it('is in its HTML: colours of both schemes, lengths, looks, the bars of the browser', async () => {
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const chosen = Object.entries({ template: 'bold', backgroundColor: '#F5F3EA', updatedAt: 1 });
    await api.db.pool.query('delete from settings where account_id = $1 and key = any ($2)', [
      studio.id,
      chosen.map(([key]) => `theme.${key}`),
    ]);
    for (const [key, value] of chosen)
      await insertRow(api.db.pool, 'settings', { ...author, key: `theme.${key}`, value: JSON.stringify(value) });
    const { text } = await open(`${base}/about`);
    expect(text).toMatch(/<html data-look="template-bold /);
    expect(text).toMatch(/<style>:root\[data-look\]\{[^}]*--light-paper:#f5f3ea[^}]*--dark-paper:#/);
    expect(text.slice(0, 1024)).toContain('<meta charset="utf-8"');
    expect(text).toContain('(prefers-color-scheme: light)" content="#f5f3ea"');
  });
});

describe('data for search engines', () => {
  it('name the site, the page’s path in it, and its photos with their credit', async () => {
    const gallery = await publishedGallery(api, studio, { visibility: 'public' });
    const { id, fileId } = await readyPhoto(api, studio, gallery);
    await page('about/team', 'Team', { rows: [rowOf({ kind: 'image', photoId: id, alt: 'Anna' })] });
    await publish();
    const { text } = await open(`${base}/about/team`);
    const graph = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)['@graph'] as Record<string, unknown>[];
    const of = (type: string) => graph.find((one) => one['@type'] === type);
    expect(of('WebSite')).toMatchObject({ name: 'Llum', url: ORIGIN + base });
    expect(of('BreadcrumbList')).toMatchObject({
      itemListElement: [
        { position: 1, name: 'About', item: `${ORIGIN}${base}/about` },
        { position: 2, name: 'Team', item: `${ORIGIN}${base}/about/team` },
      ],
    });
    expect(of('ImageObject')).toMatchObject({
      contentUrl: expect.stringContaining(`${ORIGIN}/api/images/${gallery}/${fileId}`),
      caption: 'Anna',
      creditText: 'Llum',
    });
  });
});

describe('the list of public galleries', () => {
  type Menus = Record<string, { title: string; href: string }[]>;
  const menuOf = ({ text }: { text: string }): Menus =>
    (JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(text)![1]!) as { menu: Menus }).menu;

  it('is a page of a website that lists none, in the menu of all pages of the studio', async () => {
    const other = await makeStudio(api, 'Aurora');
    const at = `/p/${other.slug}`;
    const ctx = { userId: other.owner.userId, accountId: other.id, role: 'owner', now: () => api.clock.now() } as const;
    const act = (name: string, args: object) => office.mutate(name, { ...args, now: 1 } as never, ctx);
    await act('pages.create', {
      id: newId(),
      path: 'home',
      title: 'Home',
      order: 1,
      rows: [rowOf({ kind: 'divider' })],
    });
    const settings = { menu: true, translations: { ca: { title: 'Preus' } } };
    await act('pages.create', { id: newId(), path: 'prices', title: 'Prices', order: 2, settings });
    await act('site.publish', { releaseId: newId() });
    expect((await open(`${at}/galleries`)).status).toBe(404);
    const gallery = await publishedGallery(api, other, { name: 'Snow', visibility: 'public' });
    const { fileId } = await readyPhoto(api, other, gallery);
    const list = await open(`${at}/galleries`);
    expect([list.status, list.open]).toEqual([200, gallery]);
    expect(list.text).toContain(`href="${at}/snow-${gallery.slice(-8)}"`);
    expect(list.text).toContain(fileId);
    expect((await open(`${at}/sitemap.xml`)).text).toContain(`<loc>${ORIGIN}${at}/galleries</loc>`);
    const ofGallery = await open(`${at}/snow-${gallery.slice(-8)}`);
    expect(menuOf(ofGallery)).toMatchObject({
      en: [
        { title: 'Prices', href: `${at}/prices` },
        { title: 'Galleries', href: `${at}/galleries` },
      ],
      ca: [
        { title: 'Preus', href: `${at}/ca/prices` },
        { title: 'Galeries', href: `${at}/ca/galleries` },
      ],
    });
    // An own list replaces it.
    const rows = [rowOf({ kind: 'galleries' })];
    await act('pages.create', { id: newId(), path: 'work', title: 'Work', order: 3, settings: { menu: true }, rows });
    await act('site.publish', { releaseId: newId() });
    expect((await open(`${at}/galleries`)).status).toBe(404);
    expect(menuOf(await open(`${at}/book`))['en']!.map(({ title }) => title)).toEqual(['Prices', 'Work']);
  });
});

describe('robots.txt of the product', () => {
  it('names the sitemaps of published websites', async () => {
    const unpublished = await makeStudio(api, 'Silent');
    const { status, text, headers } = await open('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('Disallow: /app\n');
    expect(text).toContain(`Sitemap: ${ORIGIN}${base}/sitemap.xml\n`);
    expect(text).not.toContain(unpublished.slug);
  });
});
