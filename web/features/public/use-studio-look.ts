import { useEffect, useMemo } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { applyAccent } from '#web/lib/accent.ts';
import { isReadableBackground, studioTheme, type StudioTheme } from './studio-look.ts';

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
