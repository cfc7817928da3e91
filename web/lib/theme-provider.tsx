import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { chooseTheme, onThemeChange, paintTheme, storedTheme, type Theme } from './theme.ts';

interface ThemeState {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeState | null>(null);

/** Keeps <html data-theme> in step with the choice, the system and other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setState] = useState(storedTheme);
  useEffect(
    () =>
      onThemeChange(() => {
        const now = storedTheme();
        setState(now);
        paintTheme(now);
      }),
    [],
  );
  const setTheme = useCallback((next: Theme) => {
    chooseTheme(next);
    setState(next);
  }, []);
  const state = useMemo(() => ({ theme, setTheme }), [theme, setTheme]);
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

export function useTheme(): ThemeState {
  const state = use(ThemeContext);
  if (!state) throw new Error('useTheme needs a ThemeProvider above it');
  return state;
}
