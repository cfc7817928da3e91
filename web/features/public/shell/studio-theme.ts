import { useEffect, useMemo } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { applyAccent, contrast, MIN_CONTRAST, parseHex } from '#web/lib/theme/color.ts';

/** Space around and between the photos. */
export type Density = 'tight' | 'standard' | 'generous';

export interface StudioTheme {
  /** Accent colour chosen by the studio; null uses ours. */
  accent: string | null;
  /** Background colour chosen by the studio; null uses ours. */
  paper: string | null;
  density: Density;
  roundedPrints: boolean;
}

/** Default settings of spec §3. A setting equal to its default counts as unset, so our own colours apply. */
const DEFAULTS = { primaryColor: '#3b82f6', backgroundColor: '#ffffff' };

const DENSITIES: Record<string, Density> = {
  none: 'tight',
  tight: 'tight',
  compact: 'tight',
  relaxed: 'generous',
  generous: 'generous',
  spacious: 'generous',
};

/** Maps the `theme.*` settings of the spec to the public pages. Unknown or malformed values count as unset. */
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
 * Returns true if all text is readable on the background: a dark background suits the dark theme only, a medium one
 * neither.
 * @param inks hex text colours of the active theme
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

/** Applies the studio's colours to the page, adjusted so that text is readable in the active theme. */
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
    // The system or another tab may change the theme at any time; each change sets this attribute.
    const observer = new MutationObserver(dress);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, [look]);
  return look;
}
