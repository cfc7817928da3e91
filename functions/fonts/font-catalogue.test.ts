import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FONT_CATALOGUE, SYSTEM_FONTS } from '#core/domain/branding/font-faces.ts';
import { FONT_PAIRS, fontValue, REQUIRED_CHARACTERS } from '#core/domain/branding/fonts.ts';
import { readCatalogue } from './generate-catalogue.ts';
import { averageWidth, openFont } from './harfbuzz.ts';
import { unpackWoff2 } from './woff2.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe('the catalogue', () => {
  it('is what the generator makes of the installed packages', async () => {
    expect(await readCatalogue()).toEqual(FONT_CATALOGUE);
  });

  it.each(FONT_CATALOGUE)('$family has the characters of our languages in both weights', async ({ files }) => {
    const byWeight = Map.groupBy(files, ({ weight }) => weight);
    for (const [weight, ofWeight] of byWeight) {
      const characters = new Set<number>();
      for (const { source } of ofWeight) {
        const face = openFont(await unpackWoff2(await readFile(join(ROOT, source))));
        for (const character of face.collectUnicodes()) characters.add(character);
      }
      const missing = Array.from(REQUIRED_CHARACTERS).filter((character) => !characters.has(character.codePointAt(0)!));
      expect([weight, missing]).toEqual([weight, []]);
    }
  });

  it('ships the licence of each family', async () => {
    const folders = new Set(FONT_CATALOGUE.flatMap(({ files }) => files.map(({ source }) => dirname(dirname(source)))));
    for (const folder of folders) expect(await readFile(join(ROOT, folder, 'LICENSE'), 'utf8')).toContain('SIL');
  });

  it('pairs fonts that it has', () => {
    for (const { headingFont, bodyFont } of FONT_PAIRS) {
      expect([fontValue.safeParse(headingFont).success, fontValue.safeParse(bodyFont).success]).toEqual([true, true]);
    }
  });
});

/** Character names of Adobe's font metrics beyond letters. */
const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  ',': 'comma',
  '.': 'period',
  ñ: 'ntilde',
  í: 'iacute',
};

describe('a system’s font', () => {
  it.each([
    ['Helvetica', SYSTEM_FONTS.sans[0].widths[0]],
    ['Helvetica-Bold', SYSTEM_FONTS.sans[0].widths[1]],
    ['Times-Roman', SYSTEM_FONTS.serif[0].widths[0]],
    ['Times-Bold', SYSTEM_FONTS.serif[0].widths[1]],
  ])('%s of the PDF standard has this width', async (name, expected) => {
    const pdfkit = dirname(createRequire(import.meta.url).resolve('pdfkit'));
    const metrics = await readFile(join(pdfkit, 'data', `${name}.afm`), 'utf8');
    const widths = new Map([...metrics.matchAll(/WX (\d+) ; N (\S+)/g)].map(([, width, of]) => [of, Number(width)]));
    const width = averageWidth((character) => widths.get(NAMES[character] ?? character)! / 1000);
    expect(width).toBeCloseTo(expected, 4);
  });
});
