import { Blob, Buffer as TextBuffer, Face, Font, shape, Variation } from 'harfbuzzjs';
import type { FontMetrics } from '#core/domain/branding/fonts.ts';
import { FontError } from './sfnt.ts';

/*
 * HarfBuzz reads a font's facts. It is WebAssembly, runs in a process of its own (worker.ts) and is shipped as files of
 * its package.
 */

/** Opens a font. @throws FontError `corrupt` if it has no glyph for any character */
export function openFont(sfnt: Uint8Array): Face {
  const face = new Face(new Blob(sfnt));
  if (face.collectUnicodes().length === 0 || !(face.upem >= 16 && face.upem <= 16_384)) throw new FontError('corrupt');
  return face;
}

/** Words of our languages, by which a font is compared with the system's font that is shown before it. */
const SAMPLE =
  'The light of the early morning, a walk by the sea and the whole family in one picture. La luz de la mañana, un ' +
  'paseo junto al mar y toda la familia en una foto. La llum del matí, una passejada vora el mar i tota la família.';

/** Returns a font's metrics in parts of an em, with a variable font's weight set. */
export function measureFont(face: Face, weight: number | null = null): FontMetrics {
  const font = new Font(face);
  if (weight !== null) font.setVariations([new Variation('wght', weight)]);
  const { ascender, descender, lineGap } = font.hExtents();
  const part = (units: number) => Math.round((units / face.upem) * 10_000) / 10_000;
  return { ascent: part(ascender), descent: part(-descender), lineGap: part(lineGap), width: part(sampleWidth(font)) };
}

/** Width of a letter of the sample on average, in the font's units. */
function sampleWidth(font: Font): number {
  const text = new TextBuffer();
  text.addText(SAMPLE);
  text.guessSegmentProperties();
  shape(font, text);
  return text.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0) / SAMPLE.length;
}

/** The same average of a font that is known by the widths of its characters, such as a system's. */
export function averageWidth(widthOf: (character: string) => number): number {
  return Array.from(SAMPLE).reduce((sum, character) => sum + widthOf(character), 0) / SAMPLE.length;
}
