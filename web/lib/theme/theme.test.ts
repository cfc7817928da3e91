import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { paintTheme, parseTheme, resolveTheme, THEME_STORAGE_KEY } from './theme.tsx';

const script = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8');

/** Runs the script of the page's head like a browser and returns the theme that it set. */
function painted(stored: string | null | Error, prefersDark: boolean, scheme?: string): string | undefined {
  const dataset: { theme?: string; scheme?: string } = scheme ? { scheme } : {};
  const document = { documentElement: { dataset }, querySelector: () => null, querySelectorAll: () => [] };
  runInNewContext(script, {
    document,
    addEventListener: () => {},
    location: { search: '' },
    matchMedia: () => ({ matches: prefersDark }),
    localStorage: {
      getItem: (key: string) => {
        if (stored instanceof Error) throw stored;
        return key === THEME_STORAGE_KEY ? stored : null;
      },
    },
  });
  return document.documentElement.dataset.theme;
}

test('uses the storage key that browsers have', () => {
  expect(THEME_STORAGE_KEY).toBe('vite-ui-theme');
});

test('sets the same theme as the application before the first paint', () => {
  for (const stored of ['light', 'dark', 'system', 'sepia', null]) {
    for (const dark of [true, false]) {
      expect(painted(stored, dark), `${stored}, dark ${dark}`).toBe(resolveTheme(parseTheme(stored), dark));
    }
  }
});

test('paints a page with a scheme of its own in that, whatever the visitor chose', () => {
  expect(painted('light', false, 'dark')).toBe('dark');
  expect(painted(null, true, 'light')).toBe('light');
});

test('uses the system’s theme if storage is refused', () => {
  expect(painted(new Error('SecurityError'), true)).toBe('dark');
});

test('applies a new theme while transitions are off, and an unchanged one without work', () => {
  const dataset: Record<string, string> = { theme: 'light' };
  const applied: object[] = [];
  const body = {
    get offsetHeight() {
      return applied.push({ ...dataset });
    },
  };
  vi.stubGlobal('document', { documentElement: { dataset }, body });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  paintTheme('light');
  expect(applied).toEqual([]);
  paintTheme('dark');
  expect(applied).toEqual([{ theme: 'dark', repainting: '' }]);
  expect(dataset).toEqual({ theme: 'dark' });
});
