import { useEffect, useMemo } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { applyColor, contrast, MIN_CONTRAST, parseHex } from '#web/lib/theme/color.ts';

/** Space around and between the photos. */
export type Density = 'tight' | 'standard' | 'generous';

export interface StudioTheme {
  /** Colours chosen by the studio; null uses ours. Buttons have the primary one, marks of a choice the accent. */
  primary: string | null;
  accent: string | null;
  paper: string | null;
  density: Density;
  roundedPrints: boolean;
}

const DENSITIES: Record<string, Density> = {
  none: 'tight',
  tight: 'tight',
  compact: 'tight',
  relaxed: 'generous',
  generous: 'generous',
  spacious: 'generous',
};

/**
 * Maps the `theme.*` settings of the spec to the public pages. Unknown and malformed values count as unset; so do all
 * colours until the studio saves its theme, which sets `updatedAt`: every studio starts with the spec's default colours.
 */
export function studioTheme(theme: PublicStudio['theme']): StudioTheme {
  const { spacing } = theme;
  const color = (value: unknown) =>
    Number(theme['updatedAt']) > 0 && typeof value === 'string' && parseHex(value) ? value.trim() : null;
  return {
    primary: color(theme['primaryColor']),
    accent: color(theme['accentColor']),
    paper: color(theme['backgroundColor']),
    density: (typeof spacing === 'string' && DENSITIES[spacing]) || 'standard',
    roundedPrints: theme['borderRadius'] === 'large' || theme['borderRadius'] === 'full',
  };
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
      applyColor('--studio-primary', look.primary);
      applyColor('--studio-accent', look.accent);
    };
    dress();
    // The system or another tab may change the theme at any time; each change sets this attribute.
    const observer = new MutationObserver(dress);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, [look]);
  return look;
}
