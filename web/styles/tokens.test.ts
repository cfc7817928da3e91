import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, parseHex, type Rgb, toHex } from '#core/domain/values/color.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split("[data-theme='dark']");

/** Returns a token's colour in one theme; for the accent the default one. */
function token(theme: string, name: string): Rgb {
  const value = new RegExp(`--${name}:\\s*(?:var\\(--(?:light|dark)-[a-z-]+,\\s*)?(#[0-9a-f]{6})`).exec(theme)?.[1];
  const rgb = value && parseHex(value);
  if (!rgb) throw new Error(`--${name} is not a plain colour`);
  return rgb;
}

const papers = ['paper', 'paper-raised', 'paper-sunken'];
const themes = [
  ['light', light],
  ['dark', dark],
] as const;

test.each(themes)('has readable text colours on every background in the %s theme', (_name, theme) => {
  for (const ink of ['ink', 'ink-soft', 'accent', 'danger', 'success', 'warning']) {
    for (const paper of papers) {
      const ratio = contrast(token(theme, ink), token(theme, paper));
      expect(ratio, `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each(themes)('has visible control edges and readable text on the accent in the %s theme', (_name, theme) => {
  for (const paper of papers) {
    expect(contrast(token(theme, 'line-strong'), token(theme, paper)), paper).toBeGreaterThanOrEqual(3);
  }
  expect(contrast(token(theme, 'on-accent'), token(theme, 'accent'))).toBeGreaterThanOrEqual(4.5);
});

test.each(themes)('dims the paper of the %s theme as the scrim does', (_name, theme) => {
  const alpha = parseInt(/--scrim: #[0-9a-f]{6}([0-9a-f]{2})/.exec(theme)![1]!, 16) / 255;
  const paper = token(theme, 'paper');
  const [r, g, b] = token(theme, 'scrim').map((part, at) => part * alpha + paper[at]! * (1 - alpha));
  expect(toHex(token(theme, 'paper-dimmed'))).toBe(toHex([r!, g!, b!]));
});

test('no other browser file names a colour', () => {
  const web = new URL('..', import.meta.url).pathname;
  const files = globSync('{app,components,features,styles}/**/*.{ts,tsx,css}', { cwd: web }).filter(
    (file) =>
      !file.endsWith('tokens.css') &&
      !file.includes('.test.') &&
      // Exceptions are data: the ink of watermarks on photographs, and QR codes, which are black on white.
      file !== 'features/watermarks/draw-watermark.ts' &&
      file !== 'components/ui/qr-code.tsx',
  );
  expect(files.length).toBeGreaterThan(40);
  const named = files.filter((file) =>
    // Excludes private methods, `#add(…)`.
    /#[0-9a-f]{3,8}\b(?!['"]?\s*:|\()|\b(?:rgb|hsl|oklch)a?\(/i.test(
      readFileSync(web + file, 'utf8').replaceAll(/from '#[^']+'/g, ''),
    ),
  );
  expect(named).toEqual([]);
});
