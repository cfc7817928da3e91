import { z } from 'zod';
import { isDark, leastContrast, MIN_CONTRAST, mix, readableOn, shadeAt, shades } from '../values/color.ts';
import { fontValue } from './fonts.ts';

/*
 * A studio's theme: the settings `theme.*`, and the CSS that they become on public pages. `updatedAt` is 0 until
 * the studio saves its theme; until then the stored defaults count as not chosen, and public pages keep our own look.
 */

export const THEME_CHOICES = {
  template: ['modern', 'classic', 'editorial', 'minimal', 'bold', 'story'],
  containerWidth: ['narrow', 'standard', 'wide', 'full'],
  /** Space around and between photos and sections. */
  spacing: ['compact', 'standard', 'spacious'],
  borderRadius: ['none', 'small', 'medium', 'large', 'full'],
  /** Photos in a grid: plain, with a keyline, in a mat, or with a shadow. */
  imageStyle: ['standard', 'bordered', 'framed', 'lifted'],
  animationStyle: ['none', 'minimal', 'smooth', 'expressive'],
  /** Links in a row; centred below the logo; in spaced capitals; or behind a button. */
  menuStyle: ['standard', 'centered', 'spaced', 'compact'],
  menuPosition: ['top', 'left', 'bottom'],
  /** Scrolls away; stays; or hides on the way down and returns on the way up. */
  menuBehavior: ['static', 'sticky', 'autohide'],
  menuTransparency: ['solid', 'glass', 'clear'],
} as const;
export type ThemeChoice = keyof typeof THEME_CHOICES;

const color = z.string().regex(/^#[\da-f]{6}$/i);
export const THEME_COLORS = ['primaryColor', 'secondaryColor', 'accentColor', 'backgroundColor', 'textColor'] as const;
export type ThemeColor = (typeof THEME_COLORS)[number];

/** The choices of a studio; saved as one. */
export const themeValues = z.strictObject({
  template: z.enum(THEME_CHOICES.template),
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
  backgroundColor: color,
  textColor: color,
  headingFont: fontValue,
  bodyFont: fontValue,
  menuFont: fontValue,
  containerWidth: z.enum(THEME_CHOICES.containerWidth),
  spacing: z.enum(THEME_CHOICES.spacing),
  borderRadius: z.enum(THEME_CHOICES.borderRadius),
  imageStyle: z.enum(THEME_CHOICES.imageStyle),
  animationStyle: z.enum(THEME_CHOICES.animationStyle),
  menuStyle: z.enum(THEME_CHOICES.menuStyle),
  menuPosition: z.enum(THEME_CHOICES.menuPosition),
  menuBehavior: z.enum(THEME_CHOICES.menuBehavior),
  menuTransparency: z.enum(THEME_CHOICES.menuTransparency),
});
export type ThemeValues = z.infer<typeof themeValues>;
type ThemeKey = keyof ThemeValues;

/** The stored defaults, which every studio starts with (docs/specification.md#settings-of-a-studio). */
export const DEFAULT_THEME: ThemeValues = {
  template: 'modern',
  primaryColor: '#3B82F6',
  secondaryColor: '#1E40AF',
  accentColor: '#EF4444',
  backgroundColor: '#FFFFFF',
  textColor: '#111827',
  headingFont: 'Inter',
  bodyFont: 'Inter',
  menuFont: 'Inter',
  containerWidth: 'standard',
  spacing: 'standard',
  borderRadius: 'medium',
  imageStyle: 'standard',
  animationStyle: 'minimal',
  menuStyle: 'standard',
  menuPosition: 'top',
  menuBehavior: 'sticky',
  menuTransparency: 'glass',
};

/** Our own look as a theme: what a studio sees in the form before its first choice (colours of web/styles/tokens.css). */
export const HOUSE_THEME: ThemeValues = {
  ...DEFAULT_THEME,
  primaryColor: '#84452A',
  secondaryColor: '#5F5951',
  accentColor: '#84452A',
  backgroundColor: '#F4F2EE',
  textColor: '#24211D',
};

/** A studio's theme as public pages get it. `updatedAt`: epoch milliseconds of the last choice; 0 for none. */
export const studioTheme = z.object({ ...themeValues.shape, updatedAt: z.number() });
export type StudioTheme = z.infer<typeof studioTheme>;

/** Reads the theme from settings by key. Missing and malformed values count as their defaults. */
export function readTheme(valueOf: (key: string) => unknown): StudioTheme {
  const read = <Key extends ThemeKey>(key: Key) =>
    [key, themeValues.shape[key].safeParse(valueOf(`theme.${key}`)).data ?? DEFAULT_THEME[key]] as const;
  const values = Object.fromEntries(themeValues.keyof().options.map(read)) as ThemeValues;
  const updatedAt = Number(valueOf('theme.updatedAt'));
  return { ...values, updatedAt: updatedAt > 0 ? updatedAt : 0 };
}

/** The page's two themes; which one a visitor sees depends on their device. */
export type Scheme = 'light' | 'dark';

/** A colour that was changed for contrast. */
export interface ColorRepair {
  key: ThemeColor;
  scheme: Scheme;
  chosen: string;
  shown: string;
  /** Contrast of the shown colour, and the least that its purpose requires. */
  contrast: number;
  required: number;
}

/** Colours of one scheme, by the names of web/styles/tokens.css. */
type SchemeColors = Readonly<Record<string, string>>;

interface ThemeTokens {
  light: SchemeColors;
  dark: SchemeColors;
  repairs: ColorRepair[];
}

/** Colours of messages in a light and a dark scheme (web/styles/tokens.css); they are repaired, but not chosen. */
const SIGNALS = {
  light: { danger: '#a3281f', success: '#35643e', warning: '#7a5300' },
  dark: { danger: '#f0907f', success: '#92c79b', warning: '#e0b862' },
} as const;

type ChosenColors = Pick<ThemeValues, ThemeColor>;

/**
 * Returns the colours of both schemes. A light background gets a dark scheme of its own hue; a dark one is shown to
 * everybody, because a studio that chooses black means black.
 */
export function themeTokens(theme: ChosenColors): ThemeTokens {
  const repairs: ColorRepair[] = [];
  const chosen = schemeColors(theme, 'light', repairs);
  if (isDark(theme.backgroundColor)) return { light: chosen, dark: chosen, repairs };
  const derived = {
    ...theme,
    backgroundColor: shadeAt(theme.backgroundColor, 0.195, 0.02),
    textColor: shadeAt(theme.backgroundColor, 0.93, 0.02),
  };
  return { light: chosen, dark: schemeColors(derived, 'dark', repairs), repairs };
}

function schemeColors(theme: ChosenColors, scheme: Scheme, repairs: ColorRepair[]): SchemeColors {
  const surfaces = surfacesOf(theme.backgroundColor);
  const papers = Object.values(surfaces);
  const note = (key: ThemeColor, shown: string, grounds: readonly string[], required: number) => {
    const chosen = theme[key].toLowerCase();
    if (shown !== chosen)
      repairs.push({ key, scheme, chosen, shown, contrast: leastContrast(shown, grounds), required });
    return shown;
  };
  const { text, control } = MIN_CONTRAST;
  const ink = note('textColor', readableOn(theme.textColor, papers, text), papers, text);
  note('backgroundColor', surfaces.paper, [ink], text);
  const fill = (key: ThemeColor) => {
    const { ground, letters } = fillOf(theme[key], papers);
    note(key, ground, [letters], text);
    return { ground, letters };
  };
  const primary = fill('primaryColor');
  const accent = fill('accentColor');
  const secondary = note('secondaryColor', readableOn(theme.secondaryColor, papers, text), papers, text);
  const signals = Object.entries(SIGNALS[isDark(surfaces.paper) ? 'dark' : 'light']);
  return {
    scheme: isDark(surfaces.paper) ? 'dark' : 'light',
    paper: surfaces.paper,
    raised: surfaces.raised,
    sunken: surfaces.sunken,
    ink,
    soft: readableOn(mix(ink, surfaces.paper, 0.3), papers, text),
    line: mix(ink, surfaces.paper, 0.85),
    edge: readableOn(mix(ink, surfaces.paper, 0.5), papers, control),
    accent: primary.ground,
    'on-accent': primary.letters,
    highlight: accent.ground,
    'on-highlight': accent.letters,
    secondary,
    ...Object.fromEntries(signals.map(([name, value]) => [name, readableOn(value, papers, text)])),
    glass: `${glassPercent(surfaces.paper, ink)}%`,
  };
}

/**
 * Returns the three surfaces of a background. A medium background is moved until text is readable on all of them: on
 * mid grey neither black nor white is.
 */
function surfacesOf(background: string): { paper: string; raised: string; sunken: string } {
  const build = (paper: string) => ({
    paper,
    raised: mix(paper, '#ffffff', isDark(paper) ? 0.05 : 0.6),
    sunken: mix(paper, '#000000', isDark(paper) ? 0.25 : 0.05),
  });
  const margin = 6;
  const letters = isDark(background) ? '#ffffff' : '#000000';
  const isReadable = (paper: string) =>
    isDark(paper) === isDark(background) && leastContrast(letters, Object.values(build(paper))) >= margin;
  const paper = background.toLowerCase();
  if (isReadable(paper)) return build(paper);
  for (const shade of shades(paper, isDark(paper) ? -0.005 : 0.005)) if (isReadable(shade)) return build(shade);
  return build(isDark(paper) ? '#000000' : '#ffffff');
}

/** Largest change of lightness that keeps light letters on a fill; a paler colour gets dark letters instead. */
const MAX_DARKENING = 0.12;

/** Returns a colour for fills, visible on the papers, and the colour of the letters on it. */
function fillOf(color: string, papers: readonly string[]): { ground: string; letters: string } {
  const { text, control } = MIN_CONTRAST;
  const visible = readableOn(color, papers, control);
  const [light, dark] = ['#ffffff', '#111111'];
  const isFit = (ground: string, letters: string) =>
    leastContrast(ground, papers) >= control && leastContrast(letters, [ground]) >= text;
  if (isFit(visible, light)) return { ground: visible, letters: light };
  let steps = 0;
  for (const ground of shades(visible, -0.005)) {
    if ((steps += 0.005) > MAX_DARKENING) break;
    if (isFit(ground, light)) return { ground, letters: light };
  }
  if (isFit(visible, dark)) return { ground: visible, letters: dark };
  // A medium colour on a dark background: lighten it until dark letters are readable.
  for (const ground of shades(visible, 0.005)) if (isFit(ground, dark)) return { ground, letters: dark };
  return isDark(papers[0] ?? light) ? { ground: light, letters: dark } : { ground: dark, letters: light };
}

/** Returns how opaque a menu's glass has to be, in percent, so that its text is readable over any photo. */
function glassPercent(paper: string, ink: string): number {
  const behind = isDark(ink) ? '#000000' : '#ffffff';
  for (let percent = 72; percent < 100; percent += 2) {
    if (leastContrast(ink, [blend(paper, behind, percent / 100)]) >= MIN_CONTRAST.text) return percent;
  }
  return 100;
}

/** Returns the colour of a translucent one over another, as browsers paint it: in sRGB. */
function blend(front: string, back: string, opacity: number): string {
  const byte = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const part = (at: number) => Math.round(byte(front, at) * opacity + byte(back, at) * (1 - opacity));
  return `#${[1, 3, 5].map((at) => part(at).toString(16).padStart(2, '0')).join('')}`;
}

const CONTAINERS = { narrow: '64rem', standard: '90rem', wide: '120rem', full: '100%' } as const;
/** Radii of photos, controls and sheets. A full one makes buttons round; it is half of a control's height. */
const RADII = {
  none: ['0', '0', '0'],
  small: ['1px', '3px', '6px'],
  medium: ['2px', '6px', '12px'],
  large: ['10px', '12px', '20px'],
  full: ['18px', '1.375rem', '24px'],
} as const;
const GAPS = { compact: 0.7, standard: 1, spacious: 1.45 } as const;

/** Attributes of a page's `<html>` that show a theme, and the colours of the browser's bars. */
export interface ThemeAttributes {
  /** Custom properties of the root element, as a style's declarations. */
  style: string;
  /** Names for selectors of web/styles/studio.css, in `data-look`. */
  look: string;
  bars: Readonly<Record<Scheme, string>>;
}

/** Returns the attributes of a theme; null if the studio has chosen none. */
export function themeAttributes(theme: StudioTheme): ThemeAttributes | null {
  if (theme.updatedAt === 0) return null;
  const { light, dark } = themeTokens(theme);
  const [print, control, sheet] = RADII[theme.borderRadius];
  const colors = ([name, value]: [string, SchemeColors]) =>
    Object.entries(value).map(([token, hex]) => `--${name}-${token}:${hex}`);
  const properties = [
    ...Object.entries({ light, dark }).flatMap(colors),
    `--container:${CONTAINERS[theme.containerWidth]}`,
    `--gap:${GAPS[theme.spacing]}`,
    `--radius-print:${print}`,
    `--radius-control:${control}`,
    `--radius-sheet:${sheet}`,
  ];
  const look = [
    `template-${theme.template}`,
    ...(light['scheme'] === 'dark' ? ['ground-dark'] : []),
    `image-${theme.imageStyle}`,
    `motion-${theme.animationStyle}`,
    `menu-${theme.menuStyle}`,
    `menu-${theme.menuPosition}`,
    `menu-${theme.menuBehavior}`,
    `menu-${theme.menuTransparency}`,
  ];
  return {
    style: properties.join(';'),
    look: look.join(' '),
    bars: { light: light['paper'] ?? '', dark: dark['paper'] ?? '' },
  };
}

/** Palettes to begin with. */
export const PALETTES: Readonly<Record<string, ChosenColors>> = {
  paper: pick('#84452A', '#5F5951', '#84452A', '#F4F2EE', '#24211D'),
  gallery: pick('#1A1A1A', '#6B6B6B', '#1A1A1A', '#FFFFFF', '#1A1A1A'),
  olive: pick('#4F5B3A', '#646050', '#A5673F', '#F5F3EA', '#262A1F'),
  sea: pick('#1F4E5F', '#45626D', '#B9573A', '#F3F6F6', '#15262C'),
  blush: pick('#9B4F5C', '#715C60', '#9B4F5C', '#FBF4F2', '#33262A'),
  sand: pick('#7A5B2E', '#6A604C', '#B4552D', '#F7F1E5', '#2B2418'),
  night: pick('#D8B98A', '#A7A29A', '#D8B98A', '#141416', '#EDEAE4'),
  sky: pick('#3B82F6', '#1E40AF', '#EF4444', '#FFFFFF', '#111827'),
};

function pick(primary: string, secondary: string, accent: string, background: string, text: string): ChosenColors {
  return {
    primaryColor: primary,
    secondaryColor: secondary,
    accentColor: accent,
    backgroundColor: background,
    textColor: text,
  };
}
