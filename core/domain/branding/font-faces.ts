import generated from './font-catalogue.json' with { type: 'json' };
import type { FontCategory, FontKey, FontMetadata, FontMetrics } from './fonts.ts';

/* The files of fonts, and the rules that load them. */

/** A family of the catalogue. `font-catalogue.json` is written by `node functions/fonts/generate-catalogue.ts`. */
export interface CatalogueFont {
  family: string;
  category: FontCategory;
  /** Lightest and boldest weight. */
  weights: [number, number];
  files: Array<{
    /** Path on the site. */
    url: string;
    /** File of the package that is copied there. */
    source: string;
    range: 'latin' | 'latin-ext';
    /** `font-weight` of `@font-face`: one weight, or the two ends of a variable font. */
    weight: string;
    bytes: number;
  }>;
  metrics: FontMetrics;
  /** Width in semibold; null for a family without it. */
  boldWidth: number | null;
}

export const FONT_CATALOGUE = generated as unknown as readonly CatalogueFont[];

/** An uploaded font as pages use it. */
export interface CustomFont {
  id: string;
  urlPath: string;
  metadata: FontMetadata;
}

/** A rule `@font-face`. */
export interface FontFaceRule {
  family: string;
  src: string;
  weight: string;
  unicodeRange?: string;
  /** Metrics of a system's font: it is stretched to those of the font that it stands in for. */
  metrics?: { sizeAdjust: number; ascent: number; descent: number; lineGap: number };
}

/** A font with what a page needs of it. */
export interface LoadedFont {
  /** Value of `font-family`, with the fonts that stand in for it. */
  stack: string;
  faces: FontFaceRule[];
  headingWeight: number;
  /** Null for the line height of our own font. */
  headingLineHeight: number | null;
  /** Path of the file that headings need. */
  preload: string;
}

const RANGES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,' +
    'U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,' +
    'U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const;

/** Semibold suits sans serifs; letters with fine strokes lose them in it. Limited to the weights of the family. */
const HEADING_WEIGHT = { serif: 500, sans: 600, display: 400, script: 400 } as const;

const GENERIC = { serif: 'serif', sans: 'sans-serif', display: 'serif', script: 'cursive' } as const;

/**
 * Fonts of systems that stand in for a serif or a sans serif, with the average width of their letters in parts of an
 * em, regular and semibold. Arial and Times are as wide as Helvetica and Times of the PDF standard
 * (functions/fonts/font-catalogue.test.ts), DejaVu was measured, and Roboto is known by its ratio to Arial in
 * web/styles/fonts.css.
 */
export const SYSTEM_FONTS = {
  serif: [
    {
      names: ['Times New Roman', 'Liberation Serif'],
      bold: ['Times New Roman Bold', 'Liberation Serif Bold'],
      widths: [0.3932, 0.4189],
    },
    { names: ['Roboto'], bold: ['Roboto Bold'], widths: [0.4269, 0.4354] },
    { names: ['DejaVu Serif'], bold: ['DejaVu Serif Bold'], widths: [0.4985, 0.5519] },
  ],
  sans: [
    { names: ['Arial', 'Liberation Sans'], bold: ['Arial Bold', 'Liberation Sans Bold'], widths: [0.431, 0.4608] },
    { names: ['Roboto'], bold: ['Roboto Bold'], widths: [0.4269, 0.4354] },
    { names: ['DejaVu Sans'], bold: ['DejaVu Sans Bold'], widths: [0.4932, 0.5559] },
  ],
} as const;

/** Returns a font of the catalogue for a page. */
export function loadCatalogueFont(font: CatalogueFont): LoadedFont {
  const faces = font.files.map(({ url, weight, range }): FontFaceRule => ({
    family: font.family,
    src: `url(${url}) format("woff2")`,
    weight,
    unicodeRange: RANGES[range],
  }));
  const like = font.category === 'sans' ? 'sans' : 'serif';
  const { names, rules } = fallbacks(font.family, like, font.metrics, [font.metrics.width, font.boldWidth]);
  const { file: heading, weight: headingWeight } = catalogueHeading(font);
  return {
    stack: [font.family, ...names].map(quoted).concat(GENERIC[font.category]).join(','),
    faces: [...faces, ...rules],
    headingWeight,
    // Their loops reach far above and below; a clamped heading would cut them off.
    headingLineHeight: font.category === 'script' ? 1.3 : null,
    preload: heading.url,
  };
}

/** Returns the file of a catalogue font with the Latin letters of headings, and their weight. */
export function catalogueHeading(font: CatalogueFont): { file: CatalogueFont['files'][number]; weight: number } {
  const wanted = clamp(HEADING_WEIGHT[font.category], font.weights);
  const file =
    font.files.find(({ weight, range }) => range === 'latin' && coversWeight(weight, wanted)) ?? font.files[0]!;
  // A family without a variable font has few weights.
  return { file, weight: coversWeight(file.weight, wanted) ? wanted : Number(file.weight) };
}

/** Returns an uploaded font for a page. Its family is our name: the file's own is never written into a style. */
export function loadCustomFont({ id, urlPath, metadata }: CustomFont): LoadedFont {
  const family = `font-${id}`;
  const { metrics, weights } = metadata;
  const { names, rules } = fallbacks(family, 'sans', metrics, [metrics.width, null]);
  const weight = weights[0] === weights[1] ? String(weights[0]) : weights.join(' ');
  return {
    stack: [family, ...names].map(quoted).concat('sans-serif').join(','),
    faces: [{ family, src: `url(${urlPath}) format("woff2")`, weight }, ...rules],
    headingWeight: clamp(HEADING_WEIGHT.serif, weights),
    headingLineHeight: null,
    preload: urlPath,
  };
}

const clamp = (weight: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, weight));

function coversWeight(weight: string, wanted: number): boolean {
  const [least = 0, most = least] = weight.split(' ').map(Number);
  return least <= wanted && wanted <= most;
}

const quoted = (family: string) => `"${family}"`;

const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Fonts of systems, stretched so that texts wrap before the font arrives as they will afterwards. */
function fallbacks(
  family: string,
  like: keyof typeof SYSTEM_FONTS,
  { ascent, descent, lineGap }: FontMetrics,
  [width, boldWidth]: readonly [number, number | null],
): { names: string[]; rules: FontFaceRule[] } {
  const names: string[] = [];
  const rules: FontFaceRule[] = [];
  for (const [index, system] of SYSTEM_FONTS[like].entries()) {
    const name = `${family} ${index}`;
    names.push(name);
    const rule = (local: readonly string[], weight: string, sizeAdjust: number): FontFaceRule => ({
      family: name,
      src: local.map((font) => `local("${font}")`).join(','),
      weight,
      metrics: {
        sizeAdjust: round(sizeAdjust),
        ascent: round(ascent / sizeAdjust),
        descent: round(descent / sizeAdjust),
        lineGap: round(lineGap / sizeAdjust),
      },
    });
    rules.push(rule(system.names, boldWidth === null ? '1 1000' : '1 599', width / system.widths[0]));
    if (boldWidth !== null) rules.push(rule(system.bold, '600 1000', boldWidth / system.widths[1]));
  }
  return { names, rules };
}

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`;

/** Returns a rule as CSS. */
function toCss({ family, src, weight, unicodeRange, metrics }: FontFaceRule): string {
  const lines = [`font-family:${quoted(family)}`, `src:${src}`, `font-weight:${weight}`, 'font-display:swap'];
  if (unicodeRange) lines.push(`unicode-range:${unicodeRange}`);
  if (metrics) {
    lines.push(`size-adjust:${percent(metrics.sizeAdjust)}`, `ascent-override:${percent(metrics.ascent)}`);
    lines.push(`descent-override:${percent(metrics.descent)}`, `line-gap-override:${percent(metrics.lineGap)}`);
  }
  return `@font-face{${lines.join(';')}}`;
}

/**
 * Returns the style of a studio's fonts: their rules, and where they are used. Fonts that are not given stay as they are.
 * @param scope selector of the element that the pages are in
 */
export function fontCss(
  { headingFont, bodyFont, menuFont }: Partial<Record<FontKey, LoadedFont>>,
  scope: string,
): string {
  const used = [headingFont, bodyFont, menuFont].filter((font) => font !== undefined);
  const faces = new Set(used.flatMap((font) => font.faces.map(toCss)));
  // Our own font's features have other meanings in others.
  const own = ({ stack }: LoadedFont) => `font-family:${stack};font-feature-settings:normal`;
  const rules = [
    ...(bodyFont ? [`${scope}{--font-text:${bodyFont.stack};${own(bodyFont)}}`] : []),
    ...(menuFont ? [`${scope} :is(nav,.studio-menu){${own(menuFont)}}`] : []),
    ...(headingFont ? [`${scope} :is(h1,.text-title,.text-display){${headingStyle(headingFont)}}`] : []),
  ];
  return [...faces, ...rules].join('');

  function headingStyle(font: LoadedFont): string {
    const { headingWeight: weight, headingLineHeight: height } = font;
    // A template asks for its own weight (web/styles/studio.css); a family without it is not thickened.
    const style = `${own(font)};font-weight:var(--title-weight,${weight});font-synthesis-weight:none;letter-spacing:normal`;
    return height === null ? style : `${style};line-height:${height}`;
  }
}
