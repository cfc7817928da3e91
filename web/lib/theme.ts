/** Spec §9: the choice is kept in local storage under this key; without one the system decides. */
export const THEME_STORAGE_KEY = 'vite-ui-theme';
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const DARK_QUERY = '(prefers-color-scheme: dark)';

export function parseTheme(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** What is painted: `system` becomes what the operating system prefers now. */
export function resolveTheme(theme: Theme, prefersDark: boolean): 'light' | 'dark' {
  if (theme !== 'system') return theme;
  return prefersDark ? 'dark' : 'light';
}

/** The chosen theme; `system` where storage is refused. */
export function storedTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(THEME_STORAGE_KEY));
  } catch {
    return 'system';
  }
}

/** Keeps the choice (where storage allows) and paints it. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // Private windows may refuse storage: the choice then lasts as long as the page.
  }
  paintTheme(theme);
}

export function paintTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = resolveTheme(theme, matchMedia(DARK_QUERY).matches);
}

/** Calls back when the system's preference or another tab's choice changes; returns the unsubscriber. */
export function onThemeChange(callback: () => void): () => void {
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
