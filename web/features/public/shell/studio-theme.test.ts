import { describe, expect, it } from 'vitest';
import { isReadableBackground, studioTheme } from './studio-theme.ts';

describe('studioTheme', () => {
  const defaults = { primaryColor: '#3B82F6', accentColor: '#EF4444', backgroundColor: '#FFFFFF', spacing: 'standard' };

  it('uses our colours until the studio saves its theme', () => {
    const house = { primary: null, accent: null, paper: null, density: 'standard', roundedPrints: false };
    expect(studioTheme({})).toEqual(house);
    expect(studioTheme({ ...defaults, updatedAt: 0 })).toEqual(house);
  });

  it('uses every saved colour, also one that equals its default', () => {
    const theme = { ...defaults, spacing: 'spacious', borderRadius: 'large', updatedAt: 1 };
    expect(studioTheme(theme)).toEqual({
      primary: '#3B82F6',
      accent: '#EF4444',
      paper: '#FFFFFF',
      density: 'generous',
      roundedPrints: true,
    });
  });

  it.each([null, 12, 'red; background: url(//evil)', ['#884422'], {}])('ignores %j as a colour', (primaryColor) => {
    expect(studioTheme({ primaryColor, updatedAt: 1 }).primary).toBeNull();
  });
});

describe('isReadableBackground', () => {
  const light = ['#24211d', '#5f5951'];
  it('accepts a background on which both text colours are readable', () => {
    expect(isReadableBackground('#fdf6ee', light)).toBe(true);
    expect(isReadableBackground('#101820', ['#ece8e1', '#aaa399'])).toBe(true);
  });

  it('rejects a background on which they are not', () => {
    expect(isReadableBackground('#101820', light)).toBe(false);
    expect(isReadableBackground('#888888', light)).toBe(false);
    expect(isReadableBackground('paper', light)).toBe(false);
  });
});
