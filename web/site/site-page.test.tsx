import { describe, expect, it } from 'vitest';
import type { SitePageData } from '#core/api/site-page.ts';
import { DEFAULT_THEME } from '#core/domain/branding/theme.ts';
import type { Block } from '#core/domain/site/page-blocks.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import { renderSite } from './render-site.tsx';

const id = (n: number) => n.toString().padStart(20, '0');
const [PHOTO, OTHER, PAGE] = [id(900), id(901), id(902)];
const GALLERY = '0'.repeat(26);
/** Breaks out of an element, an attribute, a style and a URL, if anything forgets to escape. */
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)> ' {{x}} ;background:url(//evil.example)`;

const photo = (photoId: string, width: number, height: number) => ({
  id: photoId,
  fileId: `f${photoId}`,
  filename: HOSTILE,
  galleryId: GALLERY,
  width,
  height,
  thumbhash: '',
  focal: { x: 0.25, y: 0.75 },
});

function dataOf(rows: Row[], changes: Partial<SitePageData> = {}): SitePageData {
  return {
    studio: {
      slug: 'llum',
      name: HOSTILE,
      language: 'es',
      timeZone: 'Europe/Madrid',
      bio: '',
      email: 'anna@llum.example',
      phone: '+34 600 000 000',
      address: HOSTILE,
      website: '',
      privacyNotice: HOSTILE,
      socialMedia: [{ kind: HOSTILE, url: 'https://social.example/llum' }],
      logoUrl: '',
      logoDarkUrl: '',
      theme: { ...DEFAULT_THEME, updatedAt: 0 },
    },
    language: 'es',
    base: '/p/llum',
    href: '/p/llum/about',
    page: { id: PAGE, title: HOSTILE, description: '', rows, settings: {} },
    menu: [
      { id: PAGE, title: HOSTILE, href: '/p/llum/about' },
      { id: id(903), title: 'Precios', href: '/p/llum/prices' },
    ],
    languages: [
      { language: 'es', href: '/p/llum/about' },
      { language: 'ca', href: '/p/llum/ca/about' },
    ],
    hrefs: { [PAGE]: '/p/llum/about' },
    photos: { [PHOTO]: photo(PHOTO, 3000, 2000), [OTHER]: photo(OTHER, 800, 1200) },
    galleries: [
      { id: GALLERY, name: HOSTILE, description: '', date: null, photoCount: 2, cover: photo(PHOTO, 3000, 2000) },
    ],
    galleryPhotos: { [GALLERY]: [photo(PHOTO, 3000, 2000), photo(OTHER, 800, 1200)] },
    posts: [
      { href: '/p/llum/journal/a', title: HOSTILE, description: HOSTILE, date: 0, photo: photo(PHOTO, 3000, 2000) },
    ],
    sessionTypes: [{ id: id(904), name: HOSTILE, description: HOSTILE, duration: 90, price: 12000, currency: 'EUR' }],
    booking: true,
    ...changes,
  };
}

let next = 1;
const rowOf = (...blocks: Array<Record<string, unknown>>): Row => ({
  id: id(next++),
  v: 1,
  look: {},
  cells: [
    { id: id(next++), span: 12, blocks: blocks.map((block) => ({ id: id(next++), ...block }) as unknown as Block) },
  ],
});
const html = (...blocks: Array<Record<string, unknown>>) => renderSite(dataOf([rowOf(...blocks)])).html;
/** The HTML of the page's content. */
const content = (...blocks: Array<Record<string, unknown>>) =>
  /<div class="cell"[^>]*>(.*)<\/div><\/div><\/section><\/main>/s.exec(html(...blocks))![1]!;

const rich = (link?: string) => [
  { type: 'p', children: [{ text: HOSTILE, bold: true, italic: true, ...(link ? { link } : {}) }] },
  { type: 'h3', children: [{ text: 'Title' }] },
  { type: 'list', ordered: true, items: [[{ text: 'One' }], [{ text: HOSTILE }]] },
];

/** HTML without the values of its attributes, in which texts are only data. */
const tagsOf = (page: string) => page.replaceAll(/"[^"]*"/g, '""');
it('continues the page’s headings within prices and texts', () => {
  const prices = { kind: 'prices', items: [{ name: 'Small' }] };
  const levels = (...blocks: Array<Record<string, unknown>>) =>
    [...html(...blocks).matchAll(/<h([123])/g)].map(([, level]) => level).join('');
  expect(levels(prices)).toBe('12');
  expect(levels({ kind: 'heading', text: 'Prices', level: 2 }, prices, { kind: 'text', body: rich() })).toBe('1233');
});

const INJECTED = /<script|<img src=x|<[^>]* on\w+=/;

describe('every kind of block, with hostile content', () => {
  it.each<[string, Record<string, unknown>]>([
    ['heading', { text: HOSTILE, level: 1, align: 'center' }],
    ['text', { body: rich('https://a.example/?x=1&y=2') }],
    ['text (links)', { kind: 'text', body: { ca: rich(), es: rich(`page:${PAGE}`) } }],
    ['image', { photoId: PHOTO, alt: HOSTILE, caption: HOSTILE, link: `gallery:${GALLERY}`, ratio: 'wide' }],
    ['gallery', { mode: 'picked', photos: [{ photoId: PHOTO, alt: HOSTILE }, { photoId: OTHER }], layout: 'masonry' }],
    ['gallery (live)', { kind: 'gallery', mode: 'live', galleryId: GALLERY, count: 1, columns: 2 }],
    ['slideshow', { photos: [{ photoId: OTHER, alt: HOSTILE }] }],
    ['button', { label: HOSTILE, link: 'book', style: 'quiet' }],
    ['quote', { text: HOSTILE, author: HOSTILE }],
    ['faq', { items: [{ question: HOSTILE, answer: rich() }] }],
    ['prices', { mode: 'live' }],
    ['prices (own)', { kind: 'prices', mode: 'own', items: [{ name: HOSTILE, price: HOSTILE, text: HOSTILE }] }],
    ['booking', { label: HOSTILE, text: HOSTILE }],
    ['contact', {}],
    ['map', { address: HOSTILE, label: HOSTILE }],
    ['embed', { url: 'https://www.video.example/1', title: HOSTILE }],
    ['galleries', { count: 1 }],
    ['posts', {}],
    ['divider', { style: 'space' }],
  ])('%s', (name, fields) => {
    const shown = content({ kind: name, ...fields });
    expect(shown).toMatchSnapshot();
    expect(tagsOf(shown)).not.toMatch(INJECTED);
  });
});

describe('a page', () => {
  it.each([
    ['an unknown kind', { kind: 'hologram', text: 'x' }],
    ['a photo that is not public', { kind: 'image', photoId: id(999) }],
    ['a button to a page that is not published', { kind: 'button', label: 'Go', link: `page:${id(999)}` }],
    ['a button with a script', { kind: 'button', label: 'Go', link: 'javascript:alert(1)' }],
    ['an embedded page without TLS', { kind: 'embed', url: 'http://video.example' }],
  ])('renders nothing for %s', (_what, block) => {
    expect(content(block)).toBe('');
  });

  it('escapes names of studio, page and menu', () => {
    const page = html();
    expect(tagsOf(page)).not.toMatch(INJECTED);
    expect(page).toContain('&lt;script&gt;');
  });

  it('has one h1: its own heading, or its title for screen readers', () => {
    expect(html().match(/<h1/g)).toHaveLength(1);
    expect(html({ kind: 'heading', level: 1, text: 'About' }).match(/<h1[^>]*>[^<]*/g)).toEqual(['<h1>About']);
  });

  it('preloads exactly the photo that it shows first, and delays the others', () => {
    const blocks = [
      { kind: 'heading', text: 'Hi' },
      { kind: 'image', photoId: PHOTO },
      { kind: 'image', photoId: OTHER },
    ];
    const { html: page, preload } = renderSite(dataOf([rowOf(...blocks)]));
    const eager = page.match(/<img[^>]*loading="eager"[^>]*>/g)!;
    expect(eager).toHaveLength(1);
    expect(eager[0]).toContain(`sizes="${preload!.sizes}"`);
    expect(eager[0]).toContain(preload!.srcSet.split(',')[0]!.replaceAll('&', '&amp;'));
    expect(eager[0]).toContain('width="3000" height="2000"');
    expect(page.match(/loading="lazy"/g)).toHaveLength(1);
  });

  it('puts buttons that follow each other into one line', () => {
    const button = (label: string) => ({ kind: 'button', label, link: 'book' });
    const shown = content(button('A'), button('B'), { kind: 'divider' }, button('C'));
    const lines = [...shown.matchAll(/<div class="button-line buttons">(.*?)<\/div>/g)].map(([, line]) => line!);
    expect(lines.map((line) => line.match(/[ABC](?=<)/g))).toEqual([['A', 'B']]);
    expect(shown.match(/[ABC](?=<)/g)).toEqual(['A', 'B', 'C']);
  });

  it('takes texts in its language, else in the studio’s', () => {
    const rows = [rowOf({ kind: 'heading', text: { es: 'Hola', ca: 'Bon dia' } }, { kind: 'heading', text: 'Solo' })];
    expect(renderSite(dataOf(rows, { language: 'ca' })).html).toMatch(/Bon dia.*Solo/s);
    expect(renderSite(dataOf(rows, { language: 'en' })).html).toContain('Hola');
  });

  it('gives search engines its questions as texts', () => {
    const rows = [rowOf({ kind: 'faq', items: [{ question: 'Why?', answer: rich() }] })];
    expect(renderSite(dataOf(rows)).searchData.questions).toEqual([
      { question: 'Why?', answer: [HOSTILE, 'Title', 'One', HOSTILE].join('\n') },
    ]);
  });
});
