import { expect, test } from 'vitest';
import { leastContrast, mix, parseHex, readableOn, type Rgb, shadeAt, toOklab } from './color.ts';

const papers = ['#f4f2ee', '#eae7e1', '#ffffff', '#161513', '#1f1d1b', '#000000', '#808080'];

const hueOf = (hex: string) => {
  const [, a, b] = toOklab(parseHex(hex) as Rgb);
  return (Math.atan2(b, a) * 180) / Math.PI;
};

test('makes any colour readable on any background', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const color = `#${((seed * 2_654_435_761) % 0x1000000).toString(16).padStart(6, '0')}`;
    for (const paper of papers) {
      expect(leastContrast(readableOn(color, [paper], 4.5), [paper]), `${color} on ${paper}`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  }
});

test('keeps a readable colour', () => {
  expect(readableOn('#1E40AF', ['#ffffff'], 4.5)).toBe('#1e40af');
});

test('changes a colour no more than its purpose asks for', () => {
  const [text, control] = [readableOn('#93c5fd', ['#ffffff'], 4.5), readableOn('#93c5fd', ['#ffffff'], 3)];
  expect(leastContrast(text, ['#ffffff'])).toBeCloseTo(4.55, 1);
  expect(leastContrast(control, ['#ffffff'])).toBeCloseTo(3.05, 1);
});

test('keeps the hue of a pale blue', () => {
  expect(Math.abs(hueOf(readableOn('#93c5fd', ['#f4f2ee'], 4.5)) - hueOf('#93c5fd'))).toBeLessThan(8);
});

test('mixes and shades in Oklab', () => {
  expect(mix('#000000', '#ffffff', 0)).toBe('#000000');
  expect(mix('#000000', '#ffffff', 1)).toBe('#ffffff');
  expect(Math.abs(hueOf(shadeAt('#f4f2ee', 0.2, 0.02)) - hueOf('#f4f2ee'))).toBeLessThan(30);
});
