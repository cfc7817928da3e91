import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { fitLogo } from '#core/domain/branding/logo.ts';
import type { ReceiptData } from '#core/domain/payments/receipts.ts';
import { fontForPrint } from '../fonts/subset.ts';
import { type Letterhead, PLAIN_LETTERHEAD } from './letterhead.ts';
import { receiptText, type ReceiptText } from './text.ts';

/*
 * Renders a receipt as one accessible A4 page: real text in reading order, in a font that is loaded from its package
 * like for link previews (functions/galleries/text-to-path.ts). The file embeds only the glyphs in use.
 */
const REGULAR = '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf';
const STRONG = '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf';

/** Points: 1/72 inch. */
const MARGIN = 62;
const WIDTH = 595.28 - 2 * MARGIN;
const LABEL = 150;
const GAP = 12;
const SIZE = { title: 22, heading: 13, text: 10, total: 14 };
/** Largest logo; its pixels are three to the point. */
const LOGO = { width: 190, height: 54, pixels: 3 };

/** Ink, soft ink and lines of the light theme (web/styles/tokens.css); print has no dark theme. */
export const PRINT_COLORS = { ink: '#24211d', soft: '#5f5951', line: '#d9d4cb' } as const;
const { ink: INK, soft: INK_SOFT, line: LINE } = PRINT_COLORS;

type Pdf = PDFKit.PDFDocument;
type Pair = readonly [string, string];

let fonts: { regular: Buffer; strong: Buffer } | undefined;

/** The fonts of printed documents; read once. */
export function readFonts(): { regular: Buffer; strong: Buffer } {
  const { resolve } = createRequire(import.meta.url);
  return (fonts ??= { regular: readFileSync(resolve(REGULAR)), strong: readFileSync(resolve(STRONG)) });
}

/**
 * Renders the page from the data stored with the receipt; deterministic for a letterhead. A font or logo that cannot be
 * printed is left out, because the receipt is due without them too.
 */
export async function renderReceipt(data: ReceiptData, letterhead = PLAIN_LETTERHEAD): Promise<Uint8Array> {
  const { logo } = letterhead;
  for (const attempt of [letterhead, { logo, headingFont: null }]) {
    try {
      return await render(data, attempt);
    } catch {
      // The next attempt has less.
    }
  }
  return render(data, PLAIN_LETTERHEAD);
}

async function render(data: ReceiptData, letterhead: Letterhead): Promise<Uint8Array> {
  const { regular, strong } = readFonts();
  const text = receiptText(data);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: data.language,
    // Do not use a standard PDF font: those lack half of our letters.
    font: null as unknown as string,
    info: {
      Title: `${text.title} ${text.number}`,
      Author: data.studio.name,
      CreationDate: new Date(data.issuedAt),
      ModDate: new Date(data.issuedAt),
    },
  });
  pdf.registerFont('regular', regular);
  pdf.registerFont('strong', strong);
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => void chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  draw(
    pdf,
    text,
    letterhead.logo,
    registerHeadingFont(pdf, letterhead, `${text.studio[0]}${text.title} ${text.number}`),
  );
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** The font that PDFKit's library has read. */
interface FontkitFont {
  postscriptName: string | undefined;
  hasGlyphForCodePoint(code: number): boolean;
}

/** Characters without a space, and the marks of the last one. */
const LONG_WORD = /[^ \t\n]{150}[\p{M}\u200d\p{Variation_Selector}]{0,50}(?=[^ \t\n])/gu;

/**
 * Returns a text that may be broken within very long words, by a zero-width space. PDFKit measures all that is left of
 * a word for each of its lines: 30,000 letters would take minutes.
 */
export function breakLongWords(text: string): string {
  return text.replaceAll(LONG_WORD, '$&\u200b');
}

/** Characters that are named at most: a document may be in another script as a whole. */
const MAX_NAMED = 30;

/**
 * Names the characters of a text for which a document has an empty box, because its font lacks them.
 * @returns their code points, such as "U+6F22, U+5B57"; an empty text for none
 */
export function unprintable(pdf: Pdf, text: string): string {
  pdf.font('regular');
  const { font } = (pdf as unknown as { _font: { font: FontkitFont } })._font;
  // Without spaces, controls and the marks that have no picture of their own.
  const letters = new Set(text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, ''));
  const absent = [...letters]
    .map((letter) => letter.codePointAt(0)!)
    .filter((code) => !font.hasGlyphForCodePoint(code));
  const named = absent.slice(0, MAX_NAMED).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  return [...named, ...(absent.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

/** Registers the letterhead's font. @returns its name; that of our own without one, or if it lacks a letter */
export function registerHeadingFont(pdf: Pdf, { headingFont }: Letterhead, letters: string): string {
  if (!headingFont) return 'strong';
  pdf.registerFont('heading', fontForPrint(headingFont.sfnt, letters, headingFont.weight)).font('heading');
  const { font } = (pdf as unknown as { _font: { font: FontkitFont } })._font;
  // Uploaded fonts are stored without their names; the file's viewer would show "undefined".
  if (!font.postscriptName) Object.defineProperty(font, 'postscriptName', { value: 'Heading' });
  const hasAll = Array.from(letters).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!));
  return hasAll ? 'heading' : 'strong';
}

function draw(
  pdf: Pdf,
  { title, number, notice, accent = INK, studio, client, facts, total, tax, boxes }: ReceiptText,
  logo: Letterhead['logo'],
  headingFont: string,
): void {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const say = (kind: string, work: () => void) => root.add(pdf.struct(kind, {}, work));
  const [name = '', ...contact] = studio;
  if (logo) drawLogo(pdf, root, logo, name);
  say('P', () =>
    pdf
      .font(logo ? 'strong' : headingFont)
      .fontSize(logo ? SIZE.text : SIZE.heading)
      .fillColor(INK)
      .text(breakLongWords(name), MARGIN, pdf.y, { width: WIDTH }),
  );
  for (const line of contact) say('P', () => drawSecondary(pdf).text(breakLongWords(line), { width: WIDTH }));
  pdf.moveDown(3);
  say('H1', () =>
    pdf.font(headingFont).fontSize(SIZE.title).fillColor(accent).text(`${title} ${number}`, { width: WIDTH }),
  );
  if (notice) say('P', () => drawSecondary(pdf).text(notice, { width: WIDTH }));
  pdf.moveDown(1.2);
  drawPair(pdf, say, [client.heading, client.lines.join('\n')]);
  for (const fact of facts) drawPair(pdf, say, fact);
  drawRule(pdf);
  drawPair(pdf, say, total, { size: SIZE.total, color: accent });
  drawRule(pdf);
  for (const part of tax) drawPair(pdf, say, part);
  const absent = unprintable(pdf, [studio, client.lines, facts, tax].flat(2).join(''));
  if (absent) drawPair(pdf, say, [boxes, absent]);
  root.end();
}

/** Draws the studio's logo at the top of a page, and moves below it. */
export function drawLogo(
  pdf: Pdf,
  root: PDFKit.PDFStructureElement,
  logo: NonNullable<Letterhead['logo']>,
  alt: string,
): void {
  const { width, height } = fitLogo(logo, LOGO.width * LOGO.pixels, LOGO.height * LOGO.pixels);
  const fit = { width: width / LOGO.pixels, height: height / LOGO.pixels };
  root.add(pdf.struct('Figure', { alt }, () => pdf.image(Buffer.from(logo.png), MARGIN, MARGIN, fit)));
  pdf.y = MARGIN + fit.height + 14;
}

const drawSecondary = (pdf: Pdf) => pdf.font('regular').fontSize(SIZE.text).fillColor(INK_SOFT);

/** Draws a label and its value beside it; screen readers get them as one paragraph. */
function drawPair(
  pdf: Pdf,
  say: (kind: string, work: () => void) => void,
  [label, value]: Pair,
  { size, color }: { size: number; color: string } = { size: SIZE.text, color: INK },
): void {
  const { y } = pdf;
  say('P', () => {
    pdf.font('regular').fontSize(size).fillColor(INK_SOFT).text(label, MARGIN, y, { width: LABEL });
    const after = pdf.y;
    const left = MARGIN + LABEL + GAP;
    const font = size === SIZE.total ? 'strong' : 'regular';
    pdf
      .font(font)
      .fillColor(color)
      .text(breakLongWords(value), left, y, { width: WIDTH - LABEL - GAP });
    pdf.y = Math.max(pdf.y, after) + 6;
  });
  pdf.x = MARGIN;
}

/** Draws a thin line, hidden from screen readers. */
function drawRule(pdf: Pdf): void {
  const y = pdf.y + 6;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke();
  pdf.endMarkedContent();
  pdf.y = y + 14;
}
