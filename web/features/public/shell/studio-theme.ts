import { useEffect, useMemo } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { applyAccent, contrast, MIN_CONTRAST, parseHex } from '#web/lib/theme/color.ts';

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

const DEFAULT_THEME = studioTheme({});

/** Dresses the page in the studio's colours, adjusted so that everything stays readable in the theme that is painted. */
export function useStudioTheme(studio: PublicStudio | null): StudioTheme {
  const theme = studio?.theme;
  const look = useMemo(() => (theme ? studioTheme(theme) : DEFAULT_THEME), [theme]);
  useEffect(() => {
    const root = document.documentElement;
    const dress = () => {
      root.style.removeProperty('--paper');
      const styles = getComputedStyle(root);
      const inks = ['--ink', '--ink-soft'].map((name) => styles.getPropertyValue(name).trim());
      if (look.paper && isReadableBackground(look.paper, inks)) root.style.setProperty('--paper', look.paper);
      applyAccent(look.accent);
    };
    dress();
    // The theme may change at any time, by the system or in another tab; all of it ends in this attribute.
    const observer = new MutationObserver(dress);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, [look]);
  return look;
}
