/** sRGB, each channel 0–1. */
export type Rgb = readonly [number, number, number];

/** Parses `#rgb` or `#rrggbb`; null for anything else. */
export function parseHex(hex: string): Rgb | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex.trim());
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex.trim());
  const parts = long ?? short;
  if (!parts) return null;
  const channel = (index: number) => {
    const digits = parts[index] ?? '0';
    return Number.parseInt(digits.length === 1 ? digits + digits : digits, 16) / 255;
  };
  return [channel(1), channel(2), channel(3)];
}

export function toHex(rgb: Rgb): string {
  const byte = (channel: number) => Math.round(Math.min(1, Math.max(0, channel)) * 255);
  return `#${rgb.map((channel) => byte(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance, 0–1 (WCAG 2.2, glossary). */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(linear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, 1–21 (WCAG 2.2, glossary). */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function gamma(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

/** Converts to Oklab: lightness (0–1) and two colour axes. Matrices: https://bottosson.github.io/posts/oklab/ */
export function toOklab(rgb: Rgb): Rgb {
  const [r, g, b] = rgb.map(linear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Converts to the nearest sRGB colour: channels out of range are clipped. */
export function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, gamma(channel)));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** WCAG 2.2, 1.4.3, for text: the accent is used as text colour and as background of text. */
export const MIN_CONTRAST = 4.5;

/** Step of Oklab lightness, small enough for a contrast within 0.1 of the target. */
const STEP = 0.005;

/**
 * Returns a studio's accent with its hue, darkened or lightened until it is readable on the background.
 * @param color `#rgb` or `#rrggbb`; anything else returns the more readable of black and white
 * @param background the least favourable background
 * @returns `#rrggbb` with at least {@link MIN_CONTRAST} to the background
 */
export function adjustAccent(color: string, background: string): string {
  const paper = parseHex(background) ?? [1, 1, 1];
  const towards = luminance(paper) > 0.18 ? -STEP : STEP;
  const wanted = parseHex(color);
  if (!wanted) return toHex(extreme(towards));
  if (reads(wanted, paper)) return toHex(wanted);
  const [lightness, a, b] = toOklab(wanted);
  for (let next = lightness + towards; next > 0 && next < 1; next += towards) {
    // Near black and white a saturated colour leaves the sRGB gamut: fade it towards the ends.
    const fade = Math.min(1, (towards < 0 ? next : 1 - next) / 0.15);
    const candidate = fromOklab([next, a * fade, b * fade]);
    if (reads(candidate, paper)) return toHex(candidate);
  }
  return toHex(extreme(towards));
}

/** Checks the contrast after rounding to bytes, as painted. */
function reads(color: Rgb, paper: Rgb): boolean {
  return contrast(parseHex(toHex(color)) ?? color, paper) >= MIN_CONTRAST;
}

function extreme(towards: number): Rgb {
  return towards < 0 ? [0, 0, 0] : [1, 1, 1];
}

/** Sets a studio's colour for the current theme; null restores the default colour. Call it again when the theme changes. */
export function applyColor(property: '--studio-primary' | '--studio-accent', color: string | null): void {
  const root = document.documentElement;
  if (color === null) return void root.style.removeProperty(property);
  const styles = getComputedStyle(root);
  const dark = root.dataset['theme'] === 'dark';
  // The least favourable background is the darkest in the light theme and the lightest in the dark theme.
  const hardest = styles.getPropertyValue(dark ? '--paper-raised' : '--paper-sunken').trim();
  root.style.setProperty(property, adjustAccent(color, hardest));
}
