import { contrast, fromOklab, luminance, parseHex, toHex, toOklab, type Rgb } from './color.ts';

/** WCAG 2.2, 1.4.3: text. The accent is text, and text stands on it. */
export const MIN_CONTRAST = 4.5;

/** Steps of Oklab lightness: fine enough that the result stays within 0.1 of the wanted contrast. */
const STEP = 0.005;

/**
 * A studio's accent as it may be shown: its hue, made darker or lighter until it reads on the background.
 * @param color `#rgb` or `#rrggbb`; anything else answers the ink that reads best
 * @param background the least favourable paper it will stand on
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
    // Near black and white a strong colour leaves the sRGB gamut: fade it as it gets there.
    const fade = Math.min(1, (towards < 0 ? next : 1 - next) / 0.15);
    const candidate = fromOklab([next, a * fade, b * fade]);
    if (reads(candidate, paper)) return toHex(candidate);
  }
  return toHex(extreme(towards));
}

/** Judged after rounding to bytes, which is what will be painted. */
function reads(color: Rgb, paper: Rgb): boolean {
  return contrast(parseHex(toHex(color)) ?? color, paper) >= MIN_CONTRAST;
}

function extreme(towards: number): Rgb {
  return towards < 0 ? [0, 0, 0] : [1, 1, 1];
}

/**
 * Sets a studio's accent on an element (and below it) for the theme that is painted there; null returns to the house's.
 * Call it again when the theme changes.
 */
export function applyAccent(color: string | null, element: HTMLElement = document.documentElement): void {
  if (color === null) return void element.style.removeProperty('--studio-accent');
  const styles = getComputedStyle(element);
  const dark = element.closest<HTMLElement>('[data-theme]')?.dataset['theme'] === 'dark';
  // In the light the darkest paper is the hardest to read on, in the dark the lightest.
  const hardest = styles.getPropertyValue(dark ? '--paper-raised' : '--paper-sunken').trim();
  element.style.setProperty('--studio-accent', adjustAccent(color, hardest));
}
