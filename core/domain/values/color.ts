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

/** WCAG 2.2: text (1.4.3); large text, controls and focus (1.4.3, 1.4.11). */
export const MIN_CONTRAST = { text: 4.5, control: 3 } as const;

/** Step of Oklab lightness, small enough for a contrast within 0.1 of the target. */
const STEP = 0.005;

/** Returns the least contrast of a colour to several backgrounds, as painted: after rounding to bytes. */
export function leastContrast(color: string, grounds: readonly string[]): number {
  const painted = rgbOf(color);
  return Math.min(...grounds.map((ground) => contrast(painted, rgbOf(ground))));
}

/** True for a background on which light text is more readable than dark text. */
export function isDark(color: string): boolean {
  return luminance(rgbOf(color)) <= 0.18;
}

/**
 * Returns a colour with its hue, darkened or lightened until it has the contrast to all backgrounds.
 * @param grounds backgrounds of similar lightness
 * @returns `#rrggbb`; black or white if no lightness has the contrast
 */
export function readableOn(color: string, grounds: readonly string[], ratio: number): string {
  if (leastContrast(color, grounds) >= ratio) return toHex(rgbOf(color));
  const step = isDark(grounds[0] ?? '#fff') ? STEP : -STEP;
  for (const shade of shades(color, step)) if (leastContrast(shade, grounds) >= ratio) return shade;
  return step < 0 ? '#000000' : '#ffffff';
}

/** Yields a colour ever darker or lighter. Near black and white it fades, because a saturated one leaves the sRGB gamut. */
export function* shades(color: string, step: number): Generator<string> {
  const [lightness, a, b] = toOklab(rgbOf(color));
  for (let next = lightness + step; next > 0 && next < 1; next += step) {
    const fade = Math.min(1, (step < 0 ? next : 1 - next) / 0.15);
    yield toHex(fromOklab([next, a * fade, b * fade]));
  }
}

/** Mixes two colours in Oklab. @param part share of the second, 0–1 */
export function mix(first: string, second: string, part: number): string {
  const [from, to] = [toOklab(rgbOf(first)), toOklab(rgbOf(second))];
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * part;
  return toHex(fromOklab([at(0), at(1), at(2)]));
}

/** Returns a colour's hue at another lightness, with at most this chroma. */
export function shadeAt(color: string, lightness: number, maxChroma: number): string {
  const [, a, b] = toOklab(rgbOf(color));
  const chroma = Math.hypot(a, b);
  const scale = chroma > maxChroma ? maxChroma / chroma : 1;
  return toHex(fromOklab([lightness, a * scale, b * scale]));
}

/** @throws Error for anything but `#rgb` and `#rrggbb` */
function rgbOf(hex: string): Rgb {
  const rgb = parseHex(hex);
  if (!rgb) throw new Error('not a hex colour');
  return rgb;
}
