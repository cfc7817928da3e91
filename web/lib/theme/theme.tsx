import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';

/** Local storage key of the chosen theme; without one the system decides. */
export const THEME_STORAGE_KEY = 'vite-ui-theme';
export const THEMES = ['light', 'dark', 'system'] as const;
type Theme = (typeof THEMES)[number];

const DARK_QUERY = '(prefers-color-scheme: dark)';

export function parseTheme(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Returns the painted theme: `system` resolves to the operating system's preference. */
export function resolveTheme(theme: Theme, prefersDark: boolean): 'light' | 'dark' {
  if (theme !== 'system') return theme;
  return prefersDark ? 'dark' : 'light';
}

/** Returns the chosen theme; `system` if storage is refused. */
function storedTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(THEME_STORAGE_KEY));
  } catch {
    return 'system';
  }
}

/** Stores the choice (if storage is available) and applies it. */
function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // Private windows may refuse storage: the choice then lasts until the page closes.
  }
  paintTheme(theme);
}

/** Sets the theme of the page without the fades that controls have. */
export function paintTheme(theme: Theme): void {
  const { documentElement: root, body } = document;
  const { dataset } = root;
  // The page's own scheme, which the server writes, comes before the visitor's.
  const painted = dataset['scheme'] ?? resolveTheme(theme, matchMedia(DARK_QUERY).matches);
  if (dataset['theme'] === painted) return;
  // Buttons fade their colours: for a moment their text would be as dark as the new ground.
  dataset['repainting'] = '';
  dataset['theme'] = painted;
  // Reading a size applies the new colours while transitions are off.
  void body.offsetHeight;
  delete dataset['repainting'];
}

/** Paints a page in a colour scheme of its own; without one, in the visitor's. */
export function useColorScheme(scheme: 'light' | 'dark' | undefined): void {
  useEffect(() => {
    if (!scheme) return;
    const { dataset } = document.documentElement;
    dataset['scheme'] = scheme;
    paintTheme(storedTheme());
    return () => {
      delete dataset['scheme'];
      paintTheme(storedTheme());
    };
  }, [scheme]);
}

/** Calls back when the system's preference or another tab's choice changes. Returns a function that unsubscribes. */
function onThemeChange(callback: () => void): () => void {
  const media = matchMedia(DARK_QUERY);
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_STORAGE_KEY || event.key === null) callback();
  };
  media.addEventListener('change', callback);
  window.addEventListener('storage', onStorage);
  return () => {
    media.removeEventListener('change', callback);
    window.removeEventListener('storage', onStorage);
  };
}

interface ThemeState {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeState | null>(null);

/** Keeps <html data-theme> up to date with the choice, the system and other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setState] = useState(storedTheme);
  useEffect(() => {
    // The preference may have changed since theme.js painted the page.
    paintTheme(storedTheme());
    return onThemeChange(() => {
      const now = storedTheme();
      setState(now);
      paintTheme(now);
    });
  }, []);
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
