import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../values/languages.ts';
import { MAX_PAGE_BYTES, idsOf, pageRows, photoIdsOf } from './page-rows.ts';
import { isPathOf, pageMeta } from './pages.ts';
import { jsonBytes } from '../values/plain-json.ts';
import { type StarterPage, starterPages, type StarterStudio, starterTheme } from './site-starters.ts';
import { DEFAULT_THEME, PALETTES, THEME_CHOICES, themeValues } from '../branding/theme.ts';

const id = (n: number) => n.toString().padStart(20, '0');
const gallery = (n: number) => ({ id: n.toString().padStart(26, '0'), name: `Gallery ${n}` });

const FULL: StarterStudio = {
  name: 'Atelier Llum',
  language: 'en',
  bio: 'Clara photographs quiet places.\n\nShe works with daylight.',
  address: 'Carrer de la Riba 7, Cadaqués',
  galleries: [gallery(1), gallery(2), gallery(3), gallery(4), gallery(5)],
  photos: Array.from({ length: 20 }, (_, n) => ({
    id: id(9000 + n),
    width: n % 3 ? 3000 : 2000,
    height: n % 3 ? 2000 : 3000,
  })),
  booking: true,
  posts: true,
  contactForm: true,
};
const EMPTY: StarterStudio = {
  ...FULL,
  bio: '',
  address: '',
  galleries: [],
  photos: [],
  booking: false,
  posts: false,
};

function pagesOf(template: (typeof THEME_CHOICES.template)[number] | null, studio: StarterStudio, homePath = '') {
  let made = 0;
  return starterPages(template, studio, homePath, () => id(++made));
}

/** Every object below a value. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? below : [value as Record<string, unknown>, ...below];
}

const linksIn = (pages: StarterPage[]) =>
  objectsIn(pages).flatMap(({ link }) => (typeof link === 'string' ? [link] : []));

const STUDIOS = [
  ['everything', FULL],
  ['nothing yet', EMPTY],
  ['one photo', { ...EMPTY, galleries: [gallery(1)], photos: FULL.photos.slice(0, 1) }],
] as const;

describe.each(THEME_CHOICES.template)('look %s', (template) => {
  it.each(STUDIOS)('makes valid pages for a studio with %s', (_what, studio) => {
    const pages = pagesOf(template, studio);
    for (const { id: _id, rows, order: _order, ...meta } of pages) {
      expect(pageRows.safeParse(rows).error).toBeUndefined();
      expect(pageMeta.safeParse(meta).error).toBeUndefined();
      expect(isPathOf('page', meta.path)).toBe(true);
      expect(jsonBytes(rows)).toBeLessThan(MAX_PAGE_BYTES / 4);
      // A row, a cell or a grid without content would leave a gap.
      expect(rows.length).toBeGreaterThan(0);
      for (const { cells } of rows) expect(cells.every(({ blocks }) => blocks.length > 0)).toBe(true);
      expect(objectsIn(rows).filter(({ level }) => level === 1)).toHaveLength(1);
      const levels = objectsIn(rows).flatMap(({ kind, level = 2 }) => (kind === 'heading' ? Number(level) : []));
      expect(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
    }
    const ids = pages.flatMap((page) => [page.id, ...idsOf(page.rows)]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  });

  it.each(STUDIOS)('links only to what a studio with %s has', (_what, studio) => {
    const pages = pagesOf(template, studio);
    const known = new Set([
      ...pages.map((page) => `page:${page.id}`),
      ...(studio.booking ? ['book'] : []),
      ...(studio.posts ? ['journal'] : []),
    ]);
    expect(linksIn(pages).filter((link) => !known.has(link))).toEqual([]);
    const photoIds = new Set(studio.photos.map((photo) => photo.id));
    const galleryIds = new Set(studio.galleries.map((one) => one.id));
    for (const { rows } of pages) {
      const shown = photoIdsOf(rows);
      expect(shown.filter((photoId) => !photoIds.has(photoId))).toEqual([]);
      expect(objectsIn(rows).flatMap(({ photoId }) => photoId ?? [])).toHaveLength(shown.length);
      const live = objectsIn(rows).flatMap(({ galleryId }) => galleryId ?? []);
      expect(live.filter((galleryId) => !galleryIds.has(galleryId as string))).toEqual([]);
    }
  });

  it('has every text in every language', () => {
    const texts = objectsIn(pagesOf(template, FULL)).filter((object) => 'en' in object && 'ca' in object);
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) for (const language of LANGUAGES) expect(text[language]).toBeTruthy();
    for (const language of LANGUAGES) {
      for (const { title, settings } of pagesOf(template, { ...FULL, language })) {
        expect(title).not.toBe('');
        expect(Object.keys(settings.translations!).toSorted()).toEqual(
          LANGUAGES.filter((one) => one !== language).toSorted(),
        );
      }
    }
  });
});

describe('the looks', () => {
  it('arrange their home pages differently', () => {
    const outlines = THEME_CHOICES.template.map((template) =>
      JSON.stringify(
        pagesOf(template, FULL)[0]!.rows.map(({ look, cells }) => [
          look,
          cells.map(({ span, blocks }) => [span, blocks.map(({ kind }) => kind)]),
        ]),
      ),
    );
    expect(new Set(outlines).size).toBe(outlines.length);
  });

  it('leave out pages without content', () => {
    const paths = (studio: StarterStudio) => pagesOf('modern', studio).map(({ path }) => path);
    expect(paths(FULL)).toEqual(['home', 'portfolio', 'about', 'prices', 'questions', 'contact']);
    expect(paths(EMPTY)).toEqual(['home', 'questions', 'contact']);
    expect(pagesOf('minimal', FULL)).toHaveLength(1);
  });

  it('name addresses in the studio’s language, and keep that of its home page', () => {
    const paths = pagesOf('modern', { ...FULL, language: 'ca' }, 'contacte').map(({ path }) => path);
    expect(paths).toEqual(['contacte', 'portfoli', 'qui-som', 'preus', 'preguntes', 'contacte-2']);
  });

  it('start with an empty page instead', () => {
    expect(pagesOf(null, FULL)).toMatchObject([{ path: 'home', title: 'Home', rows: [] }]);
  });

  it('bring a theme of their own, and keep a chosen one', () => {
    for (const template of THEME_CHOICES.template) {
      const own = starterTheme(template, { ...DEFAULT_THEME, updatedAt: 0 });
      expect(themeValues.safeParse(own).success).toBe(true);
      const chosen = { ...DEFAULT_THEME, ...PALETTES['night'], headingFont: 'Lora', updatedAt: 5 };
      const { updatedAt: _time, ...values } = chosen;
      expect(starterTheme(template, chosen)).toEqual({ ...values, template });
    }
  });
});
