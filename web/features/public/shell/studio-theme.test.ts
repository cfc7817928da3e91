import { describe, expect, it } from 'vitest';
import { isReadableBackground, studioTheme } from './studio-theme.ts';

describe('studioTheme', () => {
  it('uses our defaults for settings the studio did not change', () => {
    const house = { accent: null, paper: null, density: 'standard', roundedPrints: false };
    expect(studioTheme({})).toEqual(house);
    expect(studioTheme({ primaryColor: '#3B82F6', backgroundColor: '#FFFFFF', spacing: 'standard' })).toEqual(house);
  });

  it('uses the studio’s settings', () => {
    const theme = { primaryColor: '#884422', backgroundColor: '#fdf6ee', spacing: 'spacious', borderRadius: 'large' };
    expect(studioTheme(theme)).toEqual({
      accent: '#884422',
      paper: '#fdf6ee',
      density: 'generous',
      roundedPrints: true,
    });
  });

  it.each([null, 12, 'red; background: url(//evil)', ['#884422'], {}])('ignores %j as a colour', (primaryColor) => {
    expect(studioTheme({ primaryColor }).accent).toBeNull();
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
