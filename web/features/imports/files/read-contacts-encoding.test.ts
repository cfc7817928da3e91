import { describe, expect, it } from 'vitest';
import { decodeText } from './read-contacts.ts';

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const swapped = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const text = 'Núria Àvila, “Peña” €\r\nfi\r\n';

describe('the text of a file', () => {
  it.each([
    ['UTF-8', bytes(text, 'utf8')],
    ['UTF-8 with its mark', bytes(`\ufeff${text}`, 'utf8')],
    ['UTF-16 LE with its mark', bytes(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 LE without', bytes(text, 'utf16le')],
    ['UTF-16 BE with its mark', swapped(`\ufeff${text}`)],
    ['UTF-16 BE without', swapped(text)],
  ])('is decoded from %s', (_, input) => {
    expect(decodeText(input)).toEqual({ ok: true, text });
  });

  it('is decoded from Windows-1252', () => {
    const content = new Uint8Array([0x4e, 0xfa, 0x72, 0x69, 0x61, 0x20, 0x80, 0x20, 0x93, 0x61, 0x94]);
    expect(decodeText(content)).toEqual({ ok: true, text: 'Núria € “a”' });
  });

  it('replaces lone surrogates, which cannot be stored', () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8, 0x42, 0x00]);
    expect(decodeText(bytes)).toEqual({ ok: true, text: 'A\ufffdB' });
  });

  it('may contain a stray zero, which invalidates only its row', () => {
    expect(decodeText(bytes('Name\nA\u0000na\n', 'utf8'))).toEqual({ ok: true, text: 'Name\nA\u0000na\n' });
  });
});

describe('a file that is not text', () => {
  const noise = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256);
  it.each([
    ['nothing', new Uint8Array(), 'empty'],
    ['blanks', bytes(' \r\n\t\n', 'utf8'), 'empty'],
    ['only a mark', bytes('\ufeff', 'utf8'), 'empty'],
    ['a workbook', bytes('PK\u0003\u0004rest', 'latin1'), 'spreadsheet'],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'spreadsheet'],
    ['noise', noise, 'not_text'],
    ['zeros', new Uint8Array(1000), 'not_text'],
    ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1]), 'not_text'],
  ])('%s is refused', (_, input, code) => {
    expect(decodeText(input)).toEqual({ ok: false, code });
  });
});
