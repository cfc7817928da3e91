import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  asWoff2,
  makeFont,
  nameTable,
  readFontFile,
  readSmallFont,
  readVariableFont,
  tablesOf,
  withTable,
} from '../../tests/support/fonts.ts';
import { openFont } from './harfbuzz.ts';
import { unpackWoff2 } from './woff2.ts';
import { readFont } from './read-font.ts';

const small = await readSmallFont();

/** Packs as WOFF 1.0. */
function asWoff(sfnt: Buffer): Buffer {
  const tables = tablesOf(sfnt);
  const header = Buffer.alloc(44 + tables.length * 20);
  header.write('wOFF', 'latin1');
  header.set(sfnt.subarray(0, 4), 4);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(sfnt.length, 16);
  const parts = [header];
  let offset = header.length;
  for (const [index, { tag, bytes }] of tables.entries()) {
    const packed = deflateSync(bytes);
    const stored = packed.length < bytes.length ? packed : bytes;
    const at = 44 + index * 20;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(offset, at + 4);
    header.writeUInt32BE(stored.length, at + 8);
    header.writeUInt32BE(bytes.length, at + 12);
    header.writeUInt32BE(sfnt.readUInt32BE(12 + index * 16 + 4), at + 16);
    const padded = Buffer.concat([stored, Buffer.alloc(-stored.length & 3)]);
    parts.push(padded);
    offset += padded.length;
  }
  header.writeUInt32BE(offset, 8);
  return Buffer.concat(parts);
}

/** Returns the font with other bytes at an offset of a table, its directory unchanged. */
function overwritten(sfnt: Buffer, tag: string, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(sfnt);
  const entry = copy.indexOf(tag, 12, 'latin1');
  copy.set(bytes, copy.readUInt32BE(entry + 8) + at);
  return copy;
}

const withFsType = (fsType: number) => {
  const os2 = Buffer.from(tablesOf(small).find(({ tag }) => tag === 'OS/2')!.bytes);
  os2.writeUInt16BE(fsType, 8);
  return withTable(small, 'OS/2', os2);
};

describe('a font', () => {
  it('is rewritten as WOFF2 with all of its characters', async () => {
    const inter = readFontFile();
    const { type, facts, woff2 } = await readFont(inter);
    expect([type, facts.family, facts.weights, facts.missing]).toEqual(['ttf', 'Inter', [400, 400], '']);
    expect(facts.licence).toContain('SIL Open Font License');
    expect(woff2.toString('latin1', 0, 4)).toBe('wOF2');
    expect(woff2.length).toBeLessThan(inter.length / 3);
    const again = openFont(await unpackWoff2(woff2)).collectUnicodes();
    expect([...again]).toEqual([...openFont(inter).collectUnicodes()]);
  });

  it('has the same facts in each container', async () => {
    const plain = (await readFont(small)).facts;
    for (const [type, bytes] of [
      ['woff', asWoff(small)],
      ['woff2', await asWoff2(small)],
    ] as const) {
      const packed = await readFont(bytes);
      expect([packed.type, packed.facts]).toEqual([type, plain]);
    }
  });

  it('keeps its axes', async () => {
    const { facts, woff2 } = await readFont(readVariableFont());
    expect(facts.weights).toEqual([400, 700]);
    expect(openFont(await unpackWoff2(woff2)).getAxisInfos()['wght']).toMatchObject({ min: 400, max: 700 });
  });

  it('loses drawings that may hold scripts, and tables that HarfBuzz does not know', async () => {
    const svg = Buffer.from('<svg><script>alert(1)</script></svg>');
    const { woff2 } = await readFont(withTable(withTable(small, 'SVG ', svg), 'evil', svg));
    const tags = tablesOf(await unpackWoff2(woff2)).map(({ tag }) => tag);
    expect(tags).not.toContain('SVG ');
    expect(tags).not.toContain('evil');
  });

  it('shows names as text on one line, and keeps none of them but copyright and licence', async () => {
    const html = '"><script>alert(1)</script>\u202e\n';
    const names = nameTable({ 0: `© ${html}`, 1: html, 4: html, 6: 'Evil', 13: html, 14: `javascript:alert(1)` });
    const { facts, woff2 } = await readFont(withTable(small, 'name', names));
    expect(facts).toMatchObject({ family: '"><script>alert(1)</script>', licenceUrl: '' });
    expect(facts.licence).not.toContain('\u202e');
    const kept = openFont(await unpackWoff2(woff2)).listNames();
    expect(kept.map(({ nameId }) => nameId)).toEqual([0, 13, 14]);
  });

  it('names the characters of our languages that it lacks', async () => {
    const { facts } = await readFont(readVariableFont());
    // The file has only the basic range.
    expect(facts.missing).toBe('ŀĿ');
  });
});

describe('a file is refused', () => {
  const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(200)]);
  it.each([
    ['not_a_font', 'a ZIP archive named .ttf', () => zip],
    ['not_a_font', 'a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['not_a_font', 'nothing', () => Buffer.alloc(0)],
    ['font_collection', 'a collection', () => Buffer.concat([Buffer.from('ttcf'), Buffer.alloc(100)])],
    ['truncated', 'a font that ends early', () => small.subarray(0, small.length / 2)],
    ['truncated', 'a directory that ends early', () => small.subarray(0, 40)],
    ['truncated', 'a WOFF that ends early', () => asWoff(small).subarray(0, 6000)],
    ['corrupt', 'overwritten outlines', () => overwritten(small, 'glyf', 5000, [1, 2, 3, 4, 5, 6, 7, 8])],
    ['corrupt', 'an overwritten header', () => overwritten(small, 'head', 18, [0, 0])],
    ['corrupt', 'an overwritten WOFF', () => asWoff(small).fill(7, 5000, 5100)],
    ['corrupt', 'a font without a character map', () => withTable(small, 'cmap', null)],
    ['corrupt', 'a font without outlines', () => withTable(small, 'glyf', null)],
    ['corrupt', 'a font with an empty character map', () => withTable(small, 'cmap', Buffer.alloc(4))],
    ['corrupt', 'a font without units', () => withTable(small, 'head', Buffer.alloc(54))],
    ['corrupt', 'a directory of a thousand tables', () => makeFont([]).fill(255, 4, 6)],
    ['font_not_embeddable', 'a font that may not be embedded', () => withFsType(0x0002)],
    ['font_not_embeddable', 'a font of which bitmaps alone may be embedded', () => withFsType(0x0200)],
  ] as const)('%s: %s', async (code, _what, bytes) => {
    await expect(readFont(bytes())).rejects.toMatchObject({ code });
  });

  it('truncated: a WOFF2 that ends early', async () => {
    const packed = await asWoff2(small);
    await expect(readFont(packed.subarray(0, 4000))).rejects.toMatchObject({ code: 'truncated' });
  });

  it('corrupt: an overwritten WOFF2', async () => {
    const packed = await asWoff2(small);
    await expect(readFont(Buffer.from(packed).fill(9, 4000, 4200))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('too_large: a WOFF2 and a WOFF that claim to unpack to 1 GB', async () => {
    const [two, one] = [await asWoff2(small), asWoff(small)];
    two.writeUInt32BE(2 ** 30, 16);
    one.writeUInt32BE(2 ** 30, 44 + 12);
    await expect(readFont(two)).rejects.toMatchObject({ code: 'too_large' });
    await expect(readFont(one)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('accepts embedding for preview, printing and editing', async () => {
    expect((await readFont(withFsType(0x0004))).facts.family).toBe('Poppins');
    expect((await readFont(withFsType(0x000a))).facts.family).toBe('Poppins');
  });
});
