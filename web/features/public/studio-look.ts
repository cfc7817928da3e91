import type { PublicStudio } from '#core/api/public.ts';
import { contrast, parseHex } from '#web/lib/color.ts';
import { MIN_CONTRAST } from '#web/lib/accent.ts';

/** How much paper there is around and between the photos. */
export type Density = 'tight' | 'standard' | 'generous';

export interface StudioTheme {
  /** The studio's accent as it chose it; null leaves the house's. */
  accent: string | null;
  /** The studio's background as it chose it. */
  paper: string | null;
  density: Density;
  roundedPrints: boolean;
}

/** The spec's §3 defaults. A setting that still has its default is nobody's choice: the house's own look stands. */
const DEFAULTS = { primaryColor: '#3b82f6', backgroundColor: '#ffffff' };

const DENSITIES: Record<string, Density> = {
  none: 'tight',
  tight: 'tight',
  compact: 'tight',
  relaxed: 'generous',
  generous: 'generous',
  spacious: 'generous',
};

/** What the spec's `theme.*` settings mean on the public pages. Anything unknown or malformed counts as not set. */
export function studioTheme(theme: PublicStudio['theme']): StudioTheme {
  const { spacing } = theme;
  return {
    accent: chosenColor(theme['primaryColor'], DEFAULTS.primaryColor),
    paper: chosenColor(theme['backgroundColor'], DEFAULTS.backgroundColor),
    density: (typeof spacing === 'string' && DENSITIES[spacing]) || 'standard',
    roundedPrints: theme['borderRadius'] === 'large' || theme['borderRadius'] === 'full',
  };
}

function chosenColor(value: unknown, unset: string): string | null {
  if (typeof value !== 'string' || !parseHex(value)) return null;
  return value.trim().toLowerCase() === unset ? null : value.trim();
}

/**
 * Whether everything that is written on the studio's paper can be read: a dark background suits the dark theme only,
 * one of middle lightness neither.
 * @param inks hex colours of the theme that is painted
 */
export function isReadableBackground(paper: string, inks: readonly string[]): boolean {
  const ground = parseHex(paper);
  if (!ground) return false;
  return inks.every((ink) => {
    const color = parseHex(ink);
    return color !== null && contrast(color, ground) >= MIN_CONTRAST;
  });
}
