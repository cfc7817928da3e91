import { describe, expect, it } from 'vitest';
import { breakLines, outline, supportedText, textWidth } from './text-to-path.ts';

const SIZE = 46;
const FIT = { size: SIZE, width: 700, lines: 2 };

describe('supportedText', () => {
  it.each([
    ['Núria & Pau · l’amor', 'Núria & Pau · l’amor'],
    ['Nu\u0301ria', 'Núria'],
    ['Łódź Žižkov Ελλάδα Привет Việt', 'Łódź Žižkov Ελλάδα Привет Việt'],
    ['<svg onload=alert(1)> & "co"', '<svg onload=alert(1)> & "co"'],
    ['  two\n\tlines\u0000 \u2028 and more ', 'two lines and more'],
    ['\u202egnp.exe\u202c \u200bhidden\u00ad', 'gnp.exe hidden'],
    ['© Clara™', '© Clara™'],
  ])('converts %j to %j', (text, expected) => {
    expect(supportedText(text)).toBe(expected);
  });

  it.each([
    ['👩‍❤️‍👨 Wedding 🎉 day', 'Wedding day'],
    ['Boda 🏳️‍🌈🇪🇸 1️⃣ 👍🏽', 'Boda'],
    ['🎂🎉', ''],
  ])('converts %j without its emoji to %j', (text, expected) => {
    expect(supportedText(text)).toBe(expected);
  });

  it.each(['حفل زفاف', 'חתונה', '結婚式', '결혼식', 'शादी', 'Boda 結婚', 'broken \ud800 half'])(
    'returns nothing for %j, which has letters that the font lacks',
    (text) => {
      expect(supportedText(text)).toBe('');
    },
  );
});

describe('breakLines', () => {
  it('returns one line if the text fits, and none for an empty text', () => {
    expect(breakLines('Núria & Pau', FIT)).toEqual(['Núria & Pau']);
    expect(breakLines('', FIT)).toEqual([]);
  });

  it('breaks between words into lines of similar length', () => {
    const lines = breakLines('Casament de la Núria i en Pau a Montbui', FIT);
    expect(lines).toHaveLength(2);
    expect(lines.join(' ')).toBe('Casament de la Núria i en Pau a Montbui');
    const [first, second] = lines.map((line) => textWidth(line, SIZE));
    expect(second! / first!).toBeGreaterThan(0.6);
  });

  it('ends with an ellipsis if the text does not fit', () => {
    const lines = breakLines('Casament de la Núria Puigdemont i en Pau Casals, a la masia, '.repeat(2), FIT);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/\p{L}…$/u);
    for (const line of lines) expect(textWidth(line, SIZE)).toBeLessThanOrEqual(FIT.width);
  });

  it('breaks a word that is longer than a line, never between a letter and its mark', () => {
    const lines = breakLines('x\u0323\u0304'.repeat(300), FIT);
    expect(lines).toHaveLength(2);
    expect(lines[0]!.length % 3).toBe(0);
    for (const line of lines) expect(textWidth(line, SIZE)).toBeLessThanOrEqual(FIT.width);
  });
});

it('outline returns only numbers and commands for any text', () => {
  expect(outline('"/><script>&', SIZE, 0, 50)).toMatch(/^[MLQCZ\d\s.,-]+$/);
  expect(outline('', SIZE, 0, 50)).toBe('');
});
