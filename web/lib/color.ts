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
export function luminance(rgb: Rgb): number {
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

/** Oklab's lightness (0–1) and its two colour axes. Matrices: https://bottosson.github.io/posts/oklab/ */
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

/** The nearest sRGB colour: channels outside are clipped. */
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
