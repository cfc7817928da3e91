import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, BLOCK_KINDS } from './page-blocks.ts';
import { type PageSettings } from './pages.ts';
import {
  blocksOf,
  type CheckedPage,
  type CheckedPhoto,
  type CheckedSite,
  type CheckRule,
  checkPage,
  checkSite,
} from './site-checks.ts';
import { MAX_PHONE_BYTES, pageWeight, pictureBytes } from './site-weight.ts';
import { DEFAULT_THEME } from '../branding/theme.ts';

let made = 0;
const id = () => (made++).toString().padStart(20, '0');
const block = (kind: string, fields: object = {}): Block => ({ id: id(), kind, ...fields });
const page = (blocks: Block[], values: Partial<CheckedPage> = {}): CheckedPage => {
  const [pageId, cell] = [id(), { id: id(), span: 12, blocks }];
  return {
    id: pageId,
    path: `page-${pageId}`,
    title: `Page ${pageId}`,
    description: 'Weddings in Girona.',
    rows: [{ id: id(), v: 1, look: {}, cells: [cell] }],
    settings: {},
    ...values,
  };
};
const PHOTO: CheckedPhoto = {
  name: 'IMG_1.jpg',
  width: 6000,
  height: 4000,
  bytes: 9_600_000,
  isAllowed: true,
  isShown: true,
};
const [shown, hidden] = [id(), id()];
const GALLERY = '0'.repeat(26);
const site = (pages: CheckedPage[], values: Partial<CheckedSite> = {}): CheckedSite => ({
  pages,
  studioLanguage: 'en',
  theme: { ...DEFAULT_THEME, updatedAt: 0 },
  photos: new Map([
    [shown, PHOTO],
    [hidden, { ...PHOTO, name: 'secret.jpg', isAllowed: false, isShown: false }],
  ]),
  galleries: new Map([[GALLERY, { name: 'Anna', isOpen: true, isPublic: false, photoCount: 40 }]]),
  booking: true,
  ...values,
});
const text = (words: string) => [{ type: 'p', children: [{ text: words }] }];
const rules = (blocks: Block[], values: Partial<CheckedPage> = {}, of: Partial<CheckedSite> = {}): CheckRule[] => {
  const one = page(blocks, values);
  return checkPage(site([one], of), one).map(({ rule }) => rule);
};
const fine = block('heading', { text: 'Weddings', level: 1 });

describe('a page', () => {
  it('without anything to mend has no findings', () => {
    const blocks = [
      fine,
      block('text', { body: text('Hello') }),
      block('image', { photoId: shown, alt: 'Two people on a beach' }),
      block('button', { label: 'Book', link: 'book' }),
      block('divider'),
    ];
    expect(rules(blocks)).toEqual([]);
  });

  it('is blocked by photos that strangers may not see, by name, wherever they are', () => {
    const one = page([fine, block('slideshow', { photos: [{ photoId: hidden, alt: 'a' }] })]);
    expect(checkPage(site([one]), one)).toMatchObject([
      {
        severity: 'blocks',
        rule: 'photo',
        blockId: blocksOf(one)[1]!.id,
        values: { name: 'secret.jpg', photoId: hidden },
      },
    ]);
    expect(rules([fine], { settings: { photoId: hidden } })).toEqual(['photo']);
  });

  it('is warned of photos that are hidden or in the trash', () => {
    const photos = new Map([[hidden, { ...PHOTO, isShown: false }]]);
    const one = page([
      fine,
      block('image', { photoId: hidden, alt: 'a' }),
      block('image', { photoId: id(), alt: 'b' }),
    ]);
    expect(checkPage(site([one], { photos }), one)).toMatchObject([
      { severity: 'warns', rule: 'hiddenPhoto', values: { name: 'IMG_1.jpg' } },
      { severity: 'warns', rule: 'hiddenPhoto', values: { name: '' } },
    ]);
  });

  it('is blocked by another page with its path', () => {
    const [first, second] = [page([fine], { path: 'about' }), page([fine], { path: 'about' })];
    expect(checkPage(site([first, second]), first)).toMatchObject([
      { severity: 'blocks', rule: 'path', values: { title: second.title } },
    ]);
  });

  it.each([
    ['heading', { text: ' ' }],
    ['heading', { text: { es: '' } }],
    ['text', { body: text(' ') }],
    ['image', {}],
    ['gallery', { mode: 'picked' }],
    ['gallery', { mode: 'live' }],
    ['slideshow', { photos: [] }],
    ['button', { label: 'Go' }],
    ['quote', { text: '' }],
    ['faq', { items: [] }],
    ['prices', { mode: 'own' }],
    ['map', { address: '' }],
  ])('with an empty %s is warned', (kind, fields) => {
    expect(rules([fine, block(kind, fields)])).toEqual(['empty']);
  });

  it('without anything on it is warned', () => {
    expect(rules([])).toEqual(['emptyPage']);
  });

  it('is warned of links to pages and galleries that nobody can open, and of closed booking', () => {
    const other = page([fine]);
    const linked = (link: string, of: Partial<CheckedSite> = {}) => {
      const one = page([block('button', { label: 'Go', link })]);
      return checkPage(site([one, other], of), one).map(({ rule }) => rule);
    };
    expect(linked(`page:${other.id}`)).toEqual([]);
    expect(linked(`page:${id()}`)).toEqual(['link']);
    expect(linked(`gallery:${GALLERY}`)).toEqual([]);
    expect(linked(`gallery:${'1'.repeat(26)}`)).toEqual(['link']);
    expect(linked('journal')).toEqual(['link']);
    expect(linked('book')).toEqual([]);
    expect(linked('book', { booking: false })).toEqual(['link']);
    expect(linked('https://example.org')).toEqual([]);
    const body = [{ type: 'list', items: [[{ text: 'a', link: `page:${id()}` }]] }];
    expect(rules([fine, block('text', { body: { es: body } })])).toEqual(['link']);
  });

  it('is warned of a gallery whose photos it cannot show', () => {
    expect(rules([fine, block('gallery', { mode: 'live', galleryId: GALLERY })])).toEqual(['gallery']);
  });

  it('is warned of photos without a description for people who do not see them', () => {
    const photos = [{ photoId: shown }, { photoId: shown, alt: 'Bride' }, { photoId: shown, alt: ' ' }];
    const one = page([fine, block('gallery', { mode: 'picked', photos })]);
    expect(checkPage(site([one]), one)).toMatchObject([{ rule: 'alt', values: { count: 2 } }]);
  });

  it('is warned of headings that skip a level, and of a second first one', () => {
    const heading = (level: number) => block('heading', { text: 'A', level });
    const subtitle = block('text', { body: [{ type: 'h3', children: [{ text: 'A' }] }] });
    expect(rules([heading(1), heading(2), heading(3), heading(2)])).toEqual([]);
    expect(rules([heading(1), heading(3)])).toEqual(['headings']);
    expect(rules([subtitle])).toEqual([]);
    expect(rules([heading(2), subtitle])).toEqual([]);
    expect(rules([heading(1), heading(1)])).toEqual(['headings']);
    expect(rules([heading(1)], { settings: { kind: 'post' } })).toEqual(['headings']);
  });

  it('is warned of how a search engine would show it, unless it is kept out', () => {
    const long = 'A'.repeat(61);
    expect(rules([fine], { description: ' ' })).toEqual(['description']);
    expect(rules([fine], { description: '', settings: { seoDescription: 'Weddings' } })).toEqual([]);
    expect(rules([fine], { title: long })).toEqual(['longTitle']);
    expect(rules([fine], { title: long, settings: { seoTitle: 'Short' } })).toEqual([]);
    expect(rules([fine], { title: long, description: '', settings: { noindex: true } })).toEqual([]);
    const [first, second] = [page([fine], { title: 'About' }), page([fine], { title: ' about' })];
    expect(checkPage(site([first, second]), first)).toMatchObject([
      { rule: 'sameTitle', values: { path: second.path } },
    ]);
  });

  it('is warned of languages in which it, or a text on it, is missing', () => {
    const settings: PageSettings = { translations: { ca: { title: 'Inici' } } };
    const translated = page(
      [
        block('heading', { text: { en: 'A', ca: 'B' }, level: 1 }),
        block('quote', { text: 'Only here' }),
        block('text', { body: { en: text('A'), es: text('B') } }),
      ],
      { settings },
    );
    const other = page([fine]);
    const of = site([translated, other]);
    expect(checkPage(of, translated)).toMatchObject([
      { rule: 'translation', blockId: blocksOf(translated)[1]!.id, values: { language: 'ca', count: 2 } },
    ]);
    expect(checkPage(of, other)).toMatchObject([{ rule: 'language', values: { language: 'ca' } }]);
  });

  it('is warned of its weight on a phone, and names the picture that costs most', () => {
    const heavy = { ...PHOTO, bytes: 48_000_000, name: 'heavy.tif' };
    const heavyId = id();
    const photos = [
      ...Array.from({ length: 20 }, () => ({ photoId: shown, alt: 'a' })),
      { photoId: heavyId, alt: 'b' },
    ];
    const one = page([fine, block('slideshow', { photos })]);
    const of = site([one], {
      photos: new Map([
        [shown, PHOTO],
        [heavyId, heavy],
      ]),
    });
    const { bytes } = pageWeight(one.rows, of);
    expect(bytes).toBeGreaterThan(MAX_PHONE_BYTES);
    expect(checkPage(of, one)).toMatchObject([{ rule: 'weight', values: { bytes, name: 'heavy.tif' } }]);
  });
});

describe('the colours', () => {
  it('are named as chosen and as shown if text would be hard to read', () => {
    const pale = { ...DEFAULT_THEME, textColor: '#BBBBBB', updatedAt: 1 };
    const [first] = checkSite(site([], { theme: pale }));
    expect(first).toMatchObject({ rule: 'contrast', pageId: null, values: { key: 'textColor', chosen: '#bbbbbb' } });
    expect(first!.values!['contrast']).toBeGreaterThanOrEqual(4.5);
    expect(checkSite(site([], { theme: { ...pale, updatedAt: 0 } }))).toEqual([]);
  });
});

describe('the estimated bytes of a picture', () => {
  it('are those of a rendition that fits, within half and double of measured photos', () => {
    // The demo studio's scene 3: 1600 by 1067 px, 94,421 B; its renditions have 56,953 B (1,200 px) and 12,016 B (800 px).
    const scene = { width: 1600, height: 1067, bytes: 94_421 };
    expect(pictureBytes(scene, 1) / 56_953).toBeGreaterThan(0.5);
    expect(pictureBytes(scene, 1) / 56_953).toBeLessThan(2);
    expect(pictureBytes(scene, 2)).toBeLessThan(pictureBytes(scene, 1) / 2);
  });

  it('grow with the original’s detail and width, and never exceed those of all its pixels', () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 1, max: 1e8 }),
        fc.integer({ min: 1, max: 6 }),
        (width, height, bytes, columns) => {
          const one = pictureBytes({ width, height, bytes }, columns);
          expect(one).toBeGreaterThanOrEqual(0);
          expect(pictureBytes({ width, height, bytes: bytes * 2 }, columns)).toBeGreaterThanOrEqual(one);
          expect(pictureBytes({ width, height, bytes }, columns + 1)).toBeLessThanOrEqual(one);
        },
      ),
    );
  });
});

describe('any page', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.record({ en: fc.string(), ca: fc.string() }, { requiredKeys: [] }),
  );
  const anyBlock = fc.constantFrom(...BLOCK_KINDS).chain((kind) =>
    fc.record({
      id: fc.constantFrom(...Array.from({ length: 30 }, id)),
      kind: fc.constant(kind),
      mode: fc.constant(kind === 'prices' ? 'own' : 'picked'),
      text: anyText,
      label: anyText,
      body: fc.constant(text('A')),
      items: fc.constant([]),
      photos: fc.array(fc.record({ photoId: fc.constantFrom(shown, hidden), alt: anyText }), { maxLength: 3 }),
      address: fc.string(),
      url: fc.constant('https://example.org'),
      level: fc.constantFrom(1, 2, 3),
    }),
  ) as fc.Arbitrary<Block>;

  it('gets findings about its own blocks only, blocking ones first, and the same every time', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 8 }), (blocks) => {
        const one = page(blocks, { settings: { translations: { ca: { title: 'A' } } } });
        const of = site([one, page([fine])]);
        const found = checkPage(of, one);
        const ids = new Set(blocksOf(one).map((each) => each.id));
        expect(found.every((check) => check.pageId === one.id)).toBe(true);
        expect(found.every(({ blockId }) => blockId === undefined || ids.has(blockId))).toBe(true);
        expect(found.map(({ severity }) => severity)).toEqual(found.map(({ severity }) => severity).toSorted());
        expect(checkPage(of, one)).toEqual(found);
      }),
    );
  });
});
