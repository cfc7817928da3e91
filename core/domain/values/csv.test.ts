import { describe, expect, it } from 'vitest';
import { csvFormat, csvPhone, csvRow, unescapeFormula } from './csv.ts';

describe('a CSV row', () => {
  it.each([
    [['a', 'b', 3, ''], 'a,b,3,\r\n'],
    [['a,b', 'say "hi"', 'two\r\nlines'], '"a,b","say ""hi""","two\r\nlines"\r\n'],
    [['a;b', ' a', 'b '], '"a;b"," a","b "\r\n'],
    [['Ñandú 🐦', '日本'], 'Ñandú 🐦,日本\r\n'],
    [[-5, 0], '-5,0\r\n'],
  ])('of %j is written by RFC 4180', (values, row) => {
    expect(csvRow(values)).toBe(row);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u200b=1',
    '\ufeff=1',
    '\u001f=1',
    '\u0085=1',
    '\u3164=1',
    '\ufe0f=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
  ])('never starts a formula: %j', (text) => {
    const [first] = csvRow([text]).replace(/^"/, '');
    expect(first).toBe("'");
  });

  it.each(['a=1', 'IMG-1.jpg', 'ana@example.org', "'quoted'", '1-2'])('leaves %j unchanged', (text) => {
    expect(csvRow([text])).toBe(`${text}\r\n`);
  });
});

describe('unescaping a field', () => {
  it.each(['=1+1', '+34 600 000 000', '\t=1', "'=1", "''-1", "'quoted'", "'", 'plain', ''])('restores %j', (text) => {
    const written = csvRow([text])
      .slice(0, -2)
      .replace(/^"(.*)"$/s, '$1');
    expect(unescapeFormula(written)).toBe(text);
  });
});

describe('a phone number', () => {
  it.each([
    ['+34 600 112 233', '+34 600 112 233'],
    ['+34600112233', '+34 600 112 233'],
    ['+34-600-112 (233)', '+34 600 112 233'],
    ['0034600112233', '0 034 600 112 233'],
    ['600112233', '600112233'],
    ['600 11 22 33', '600 11 22 33'],
    ['+1+cmd', "'+1+cmd"],
    ['+34', "'+34"],
    ['ask Núria', 'ask Núria'],
  ])('%j is written as %j, without an apostrophe if it is a number', (phone, cell) => {
    expect(csvRow([csvPhone(phone)])).toBe(`${cell}\r\n`);
  });
});

describe('a CSV file of a language', () => {
  it('opens in its spreadsheets: separator and decimals', () => {
    expect(csvRow(['a;b', 12.5, -3], csvFormat('ca'))).toBe('"a;b";12,5;-3\r\n');
    expect(csvRow(['a,b', 12.5, -3], csvFormat('en'))).toBe('"a,b",12.5,-3\r\n');
  });
});
