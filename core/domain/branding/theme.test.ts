import { describe, expect, it } from 'vitest';
import { isDark, leastContrast } from '../values/color.ts';
import {
  DEFAULT_THEME,
  HOUSE_THEME,
  PALETTES,
  readTheme,
  type StudioTheme,
  THEME_CHOICES,
  themeAttributes,
  themeTokens,
  themeValues,
} from './theme.ts';

const read = (settings: Record<string, unknown>) => readTheme((key) => settings[key]);
const chosen = (values: Partial<StudioTheme> = {}): StudioTheme => ({ ...DEFAULT_THEME, updatedAt: 1, ...values });

describe('readTheme', () => {
  it('returns the stored defaults for a new studio', () => {
    expect(read({})).toEqual({ ...DEFAULT_THEME, updatedAt: 0 });
    expect(themeValues.parse(HOUSE_THEME)).toEqual(HOUSE_THEME);
  });

  it('returns stored values and ignores malformed ones', () => {
    const settings = {
      'theme.template': 'story',
      'theme.primaryColor': 'red; background: url(//evil)',
      'theme.accentColor': ['#884422'],
      'theme.headingFont': 'custom:0123456789abcdefghjk',
      'theme.bodyFont': 'Inter"; } body { display: none',
      'theme.spacing': 12,
      'theme.updatedAt': 1_700_000_000_000,
    };
    expect(read(settings)).toEqual({
      ...DEFAULT_THEME,
      template: 'story',
      headingFont: 'custom:0123456789abcdefghjk',
      updatedAt: 1_700_000_000_000,
    });
  });
});

describe('themeAttributes', () => {
  it('keeps our look until the studio saves its theme', () => {
    expect(themeAttributes(read({}))).toBeNull();
    expect(themeAttributes(read({ 'theme.updatedAt': 'soon' }))).toBeNull();
  });

  it('shows a default that was chosen', () => {
    const attributes = themeAttributes(chosen());
    expect(attributes?.style).toContain('--light-paper:#ffffff');
    expect(attributes?.style).toContain('--light-highlight:#df3236');
    expect(attributes?.bars.light).toBe('#ffffff');
    expect(attributes?.style).toMatch(/^[-\w#:;.%]+$/);
  });

  it('differs for every value of every key but the fonts', () => {
    const show = (theme: StudioTheme) => JSON.stringify(themeAttributes(theme));
    for (const [key, values] of Object.entries(THEME_CHOICES)) {
      expect(new Set(values.map((value) => show(chosen({ [key]: value })))).size, key).toBe(values.length);
    }
    for (const key of ['primaryColor', 'secondaryColor', 'accentColor', 'backgroundColor', 'textColor'])
      expect(show(chosen({ [key]: '#7A1F3D' })), key).not.toBe(show(chosen()));
  });
});

/** Colours that are hard to combine: pale, saturated, medium, equal. */
const HARD = ['#ffffff', '#000000', '#808080', '#767676', '#ffff00', '#00ff00', '#ff00ff', '#3b82f6', '#f4f2ee'];

describe('themeTokens', () => {
  it('returns readable pairs for any colours in both schemes', () => {
    for (const backgroundColor of HARD)
      for (const other of HARD) {
        const theme = {
          primaryColor: other,
          secondaryColor: other,
          accentColor: other,
          backgroundColor,
          textColor: other,
        };
        const { light, dark } = themeTokens(theme);
        for (const tokens of [light, dark]) {
          const value = (name: string) => tokens[name] as string;
          const papers = ['paper', 'raised', 'sunken'].map(value);
          const label = `${other} on ${backgroundColor}`;
          for (const name of ['ink', 'soft', 'secondary', 'danger', 'success', 'warning'])
            expect(leastContrast(value(name), papers), `${name}: ${label}`).toBeGreaterThanOrEqual(4.5);
          for (const name of ['edge', 'accent', 'highlight'])
            expect(leastContrast(value(name), papers), `${name}: ${label}`).toBeGreaterThanOrEqual(3);
          expect(leastContrast(value('on-accent'), [value('accent')]), label).toBeGreaterThanOrEqual(4.5);
          expect(leastContrast(value('on-highlight'), [value('highlight')]), label).toBeGreaterThanOrEqual(4.5);
        }
        expect(isDark(dark['paper']!), backgroundColor).toBe(true);
      }
  });

  it('reports what it changed, with the contrast reached', () => {
    const pale = { ...HOUSE_THEME, textColor: '#B0B0B0' };
    const [repair, ...others] = themeTokens(pale).repairs.filter(({ scheme }) => scheme === 'light');
    expect(repair).toMatchObject({ key: 'textColor', chosen: '#b0b0b0', required: 4.5 });
    expect(repair!.contrast).toBeGreaterThanOrEqual(4.5);
    expect(repair!.contrast).toBeLessThan(4.8);
    expect(others).toEqual([]);
  });

  it('repairs nothing of our palettes in their own scheme', () => {
    for (const [name, palette] of Object.entries(PALETTES)) {
      if (name === 'sky') continue;
      expect(
        themeTokens(palette).repairs.filter(({ scheme }) => scheme === 'light'),
        name,
      ).toEqual([]);
    }
  });

  it('shows a dark background to everybody', () => {
    const { light, dark } = themeTokens({ ...HOUSE_THEME, backgroundColor: '#101014', textColor: '#EEEEEE' });
    expect(light).toEqual(dark);
    expect(light['scheme']).toBe('dark');
  });
});
