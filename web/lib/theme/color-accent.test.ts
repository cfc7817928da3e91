import { expect, test } from 'vitest';
import { adjustAccent, contrast, MIN_CONTRAST, parseHex, type Rgb, toOklab } from './color.ts';

const rgb = (hex: string) => parseHex(hex) as Rgb;
const papers = ['#f4f2ee', '#eae7e1', '#ffffff', '#161513', '#1f1d1b', '#000000', '#808080'];

test('makes any colour readable on any background', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const color = `#${((seed * 2_654_435_761) % 0x1000000).toString(16).padStart(6, '0')}`;
    for (const paper of papers) {
      const adjusted = adjustAccent(color, paper);
      expect(contrast(rgb(adjusted), rgb(paper)), `${color} on ${paper}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  }
});

test('keeps a readable colour', () => {
  expect(adjustAccent('#1e40af', '#ffffff')).toBe('#1e40af');
});

test('keeps the hue of a pale blue', () => {
  const [, a, b] = toOklab(rgb(adjustAccent('#93c5fd', '#f4f2ee')));
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  const [, wantedA, wantedB] = toOklab(rgb('#93c5fd'));
  expect(Math.abs(hue - (Math.atan2(wantedB, wantedA) * 180) / Math.PI)).toBeLessThan(8);
});

test('replaces an invalid colour with ink', () => {
  expect(adjustAccent('banana', '#ffffff')).toBe('#000000');
  expect(adjustAccent('banana', '#161513')).toBe('#ffffff');
});
