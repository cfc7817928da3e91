import { create, type Font } from 'fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/*
 * Converts text to SVG outlines: no fonts are installed where this runs, and outlines cannot contain markup. The font
 * is loaded from its package, here and in the bundle.
 */
const FONT = '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf';

let font: Font | undefined;

function loadFont(): Font {
  return (font ??= create(readFileSync(createRequire(import.meta.url).resolve(FONT))) as Font);
}

/** Format characters, and characters without a script. */
const INVISIBLE_CHARACTERS = /[\p{Cf}\p{Co}\p{Cn}\p{Variation_Selector}\u20e3]/gu;
/** Parts of emoji; the font has plain glyphs for some of them, such as ©. */
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/**
 * Returns the renderable text: one line, without emoji. Empty if the font lacks any letter, because a name with gaps
 * would be wrong.
 */
export function supportedText(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{RGI_Emoji}/gv, '')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/[\p{Cc}\s]+/gu, ' ');
  const isSettable = (one: string) => one === ' ' || loadFont().hasGlyphForCodePoint(one.codePointAt(0)!);
  const characters = Array.from(plain).filter((one) => isSettable(one) || !EMOJI.test(one));
  if (!characters.every(isSettable)) return '';
  return characters.join('').replace(/\s+/g, ' ').trim();
}

/** Returns the width of a renderable text in pixels. */
export function textWidth(text: string, size: number): number {
  return (loadFont().layout(text).advanceWidth / loadFont().unitsPerEm) * size;
}

/** Returns the height of capital letters in pixels. */
export function capHeight(size: number): number {
  return (loadFont().capHeight / loadFont().unitsPerEm) * size;
}

/** Returns the SVG path of a renderable text, from `x` along the baseline; all in pixels. */
export function outline(text: string, size: number, x: number, baseline: number): string {
  const scale = size / loadFont().unitsPerEm;
  const { glyphs, positions } = loadFont().layout(text);
  let pen = x;
  return glyphs
    .map(({ path }, index) => {
      const { xOffset, yOffset, xAdvance } = positions[index]!;
      const left = pen + xOffset * scale;
      pen += xAdvance * scale;
      return path
        .scale(scale, -scale)
        .translate(left, baseline - yOffset * scale)
        .toSVG();
    })
    .join('');
}

interface Fit {
  size: number;
  /** Pixels. */
  width: number;
  lines: number;
}

/** Breaks a renderable text into at most `lines` lines; a longer text ends with an ellipsis. */
export function breakLines(text: string, fit: Fit): string[] {
  const lines = filled(text, fit);
  if (lines.length < 2 || lines.at(-1)!.endsWith('…')) return lines;
  // Narrow the lines as long as their number stays the same, so that the last line is not a single short word.
  for (let part = 0.95; part > 0.5; part -= 0.05) {
    const narrower = filled(text, { ...fit, width: fit.width * part });
    if (narrower.length > lines.length || narrower.at(-1)!.endsWith('…')) break;
    lines.splice(0, lines.length, ...narrower);
  }
  return lines;
}

function filled(text: string, { size, width, lines: most }: Fit): string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== '' && lines.length < most;) {
    const isLast = lines.length === most - 1;
    const line =
      textWidth(rest, size) <= width ? rest : isLast ? shortened(rest, size, width) : splitWords(rest, size, width);
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** Returns the words that fit; if the first word does not fit, as many of its letters as do. */
function splitWords(text: string, size: number, width: number): string {
  const head = truncate(text, size, width);
  if (text[head.length] === ' ') return head;
  const end = head.lastIndexOf(' ');
  return end > 0 ? head.slice(0, end) : head;
}

function shortened(text: string, size: number, width: number): string {
  return `${truncate(text, size, width - textWidth('…', size)).replace(/[\s\p{P}]+$/u, '')}…`;
}

/** Returns as many letters as fit, with their combining marks, and at least one. */
function truncate(text: string, size: number, width: number): string {
  const letters = [...new Intl.Segmenter().segment(text)];
  const upTo = (count: number) => text.slice(0, letters[count]?.index);
  let [fits, most] = [1, letters.length];
  while (fits < most) {
    const half = Math.ceil((fits + most) / 2);
    if (textWidth(upTo(half), size) <= width) fits = half;
    else most = half - 1;
  }
  return upTo(fits);
}
