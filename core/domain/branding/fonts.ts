import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { isStorable } from '../values/primitives.ts';

/*
 * Fonts of a studio's public pages: a catalogue of open families, whose files are part of the site, and the studio's
 * own uploads. Inter, the default, is the product's own font and needs no files beside it.
 */

export const FONT_CATEGORIES = ['serif', 'sans', 'display', 'script'] as const;
export type FontCategory = (typeof FONT_CATEGORIES)[number];

/** Families of the catalogue, in the order of the picker. Inter, the default, is first there and not listed. */
export const FONT_FAMILIES: Readonly<Record<FontCategory, readonly string[]>> = {
  serif: ['Cormorant Garamond', 'Playfair Display', 'EB Garamond', 'Libre Caslon Text', 'Lora', 'Fraunces'],
  sans: [
    'Montserrat',
    'Raleway',
    'Jost',
    'Work Sans',
    'DM Sans',
    'Poppins',
    'Josefin Sans',
    'Mulish',
    'Space Grotesk',
    'Syne',
  ],
  display: ['DM Serif Display', 'Bodoni Moda', 'Marcellus', 'Tenor Sans', 'Gilda Display'],
  script: ['Great Vibes', 'Parisienne'],
};

export const DEFAULT_FONT = 'Inter';

/** The settings that name a font, below `theme.`. */
export const FONT_KEYS = ['headingFont', 'bodyFont', 'menuFont'] as const;
export type FontKey = (typeof FONT_KEYS)[number];

/** Pairs of heading and text that suit one another, offered together. */
export const FONT_PAIRS = [
  { headingFont: 'Cormorant Garamond', bodyFont: 'Mulish' },
  { headingFont: 'Playfair Display', bodyFont: 'Work Sans' },
  { headingFont: 'EB Garamond', bodyFont: 'EB Garamond' },
  { headingFont: 'DM Serif Display', bodyFont: 'DM Sans' },
  { headingFont: 'Tenor Sans', bodyFont: 'Jost' },
  { headingFont: 'Fraunces', bodyFont: 'Inter' },
  { headingFont: 'Josefin Sans', bodyFont: 'Lora' },
  { headingFont: 'Great Vibes', bodyFont: 'Raleway' },
] as const;
export type FontPair = (typeof FONT_PAIRS)[number]['headingFont'];
/** Names of the pairs: their headings' families, each of which is in one pair. */
export const FONT_PAIR_NAMES: readonly FontPair[] = FONT_PAIRS.map(({ headingFont }) => headingFont);

/** Returns a pair's fonts for a page, whose menus are written like its texts. */
export function pairFonts(pair: FontPair): Record<FontKey, string> {
  const { headingFont, bodyFont } = FONT_PAIRS.find((one) => one.headingFont === pair)!;
  return { headingFont, bodyFont, menuFont: bodyFont };
}

const CUSTOM = 'custom:';

/** The stored value of an uploaded font. */
export const customFontValue = (id: string): string => CUSTOM + id;

type FontChoice = { kind: 'catalogue'; family: string } | { kind: 'custom'; id: string };

const FAMILIES: ReadonlySet<string> = new Set(FONT_CATEGORIES.flatMap((category) => FONT_FAMILIES[category]));

/** Returns what a stored value names; null for the default font and for everything unknown. */
export function parseFont(value: unknown): FontChoice | null {
  if (typeof value !== 'string') return null;
  if (value.startsWith(CUSTOM)) {
    const id = rowId.safeParse(value.slice(CUSTOM.length));
    return id.success ? { kind: 'custom', id: id.data } : null;
  }
  return FAMILIES.has(value) ? { kind: 'catalogue', family: value } : null;
}

/** A stored value: a family of the catalogue, `Inter`, or `custom:{id}`. */
export const fontValue = z.string().refine((value) => value === DEFAULT_FONT || parseFont(value) !== null);

/** Maximum bytes of an uploaded file; it is sent through a function, and packing 2 MB takes about ten seconds. */
export const MAX_FONT_BYTES = 2 * 1024 * 1024;
export const MAX_FONTS = 20;

/** File types that are accepted, for file pickers. */
export const FONT_FILES = '.woff2,.woff,.ttf,.otf';

/** In parts of an em. */
const metrics = z.object({
  ascent: z.number(),
  descent: z.number(),
  lineGap: z.number(),
  /** Average width of a letter in the sample of functions/fonts/harfbuzz.ts. */
  width: z.number(),
});
export type FontMetrics = z.infer<typeof metrics>;

const MAX_LICENCE = 20_000;

/** Facts of an uploaded font's file, and its licence. */
export const fontMetadata = z.object({
  metrics,
  weights: z.tuple([z.number(), z.number()]),
  isItalic: z.boolean(),
  copyright: z.string(),
  licence: z.string(),
  licenceUrl: z.string(),
  /** Characters of our languages that the font lacks. */
  missing: z.string(),
  /** The member who declared that the studio may use the font on websites, and the time (epoch milliseconds); null until then. */
  confirmed: z.object({ userId: z.string(), at: z.number() }).nullable(),
});
export type FontMetadata = z.infer<typeof fontMetadata>;

/** Facts that the reading process returns. */
export type FontFacts = Omit<FontMetadata, 'confirmed'> & { family: string };

/** Characters of English, Spanish and Catalan beyond ASCII. */
export const REQUIRED_CHARACTERS = 'áàéèíïóòúüñçÁÀÉÈÍÏÓÒÚÜÑÇ¿¡·ŀĿ«»“”‘’–—…€ºª';

/** Returns a font's own text on one line: no control characters, at most `length` letters. */
export function fontText(value: string, length: number): string {
  const clean = isStorable(value) ? value : '';
  return clean
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, length)
    .trim()
    .toWellFormed();
}

export const fontLicence = (value: string): string =>
  (isStorable(value) ? value : '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .slice(0, MAX_LICENCE)
    .toWellFormed();
