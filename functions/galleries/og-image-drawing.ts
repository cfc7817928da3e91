import sharp, { type Sharp } from 'sharp';
import { breakLines, capHeight, outline, supportedText, textWidth } from './text-to-path.ts';

/** Input of a gallery's Open Graph image. */
export interface OgImageSource {
  fileId: string;
  /** As fractions of the cover's width and height. */
  focal: { x: number; y: number } | null;
  title: string;
  studio: string;
  /** Hash of all that the drawing shows: two equal ones need one drawing. */
  fingerprint: string;
}

/*
 * Draws a link preview: the photo, and below it on paper the gallery name and, smaller, the studio name. Import this
 * module lazily: sharp alone takes longer to load than the rest of the outbox.
 */
const WIDTH = 1200;
const HEIGHT = 630;
/** Some messengers ignore larger images. */
const MAX_BYTES = 300_000;
const QUALITIES = [82, 70, 55, 40, 25];

/** Paper, ink and soft ink of the light theme (web/styles/tokens.css); previews have only one theme. */
const PAPER = '#f4f2ee';
const INK = '#24211d';
const INK_SOFT = '#5f5951';

const MARGIN = 56;
/** Padding above the first line and below the last. */
const PADDING = 38;
const LINE_HEIGHT = 58;
const TITLE = { size: 46, lines: 2 };
const STUDIO = { size: 26, width: 340, lines: 1 };
/** Gap between the gallery name and the studio name. */
const GAP = 56;

/** @param cover a rendition of the cover, upright and in sRGB */
export async function drawOgImage(
  cover: Uint8Array,
  { focal, title, studio }: Pick<OgImageSource, 'focal' | 'title' | 'studio'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const band = renderBand(supportedText(title), supportedText(studio));
  const photograph = await cropCover(cover, focal, HEIGHT - band.height);
  const image = photograph
    .extend({ bottom: band.height, background: PAPER })
    .composite(band.height > 0 ? [{ input: Buffer.from(band.svg), left: 0, top: HEIGHT - band.height }] : []);
  return encodeWithinLimit(image);
}

/** Largest enlarged cover in which the most salient area is looked for: a whole one of a few rows has 500 megapixels. */
const MAX_SEARCHED_PIXELS = 8_000_000;
const CENTER = { x: 0.5, y: 0.5 };

/** Crops around the focal point; without one around the most salient area, or the centre of a very long cover. */
async function cropCover(cover: Uint8Array, focal: OgImageSource['focal'], height: number): Promise<Sharp> {
  const photograph = sharp(cover);
  const source = await photograph.metadata();
  const scale = Math.max(WIDTH / source.width, height / source.height);
  const covering = { width: Math.ceil(source.width * scale), height: Math.ceil(source.height * scale) };
  if (!focal && covering.width * covering.height <= MAX_SEARCHED_PIXELS)
    return photograph.resize({ width: WIDTH, height, position: 'attention' });
  const { x, y } = focal ?? CENTER;
  const start = (part: number, whole: number, size: number) =>
    Math.min(Math.max(Math.round(part * whole - size / 2), 0), whole - size);
  const left = start(x, covering.width, WIDTH);
  const top = start(y, covering.height, height);
  return photograph.resize({ ...covering, fit: 'fill' }).extract({ left, top, width: WIDTH, height });
}

/** Renders the paper band with its text; null if the font can render neither name. */
function renderBand(title: string, studio: string): { height: number; svg: string } {
  // If the font cannot render the gallery name, the studio name is drawn instead.
  const [by = ''] = title ? breakLines(studio, STUDIO) : [];
  const byWidth = by ? textWidth(by, STUDIO.size) : 0;
  const availableWidth = WIDTH - 2 * MARGIN - (by ? byWidth + GAP : 0);
  const lines = breakLines(title || studio, { ...TITLE, width: availableWidth });
  if (lines.length === 0) return { height: 0, svg: '' };
  const height = 2 * PADDING + lines.length * LINE_HEIGHT;
  const baseline = (line: number) => PADDING + line * LINE_HEIGHT + (LINE_HEIGHT + capHeight(TITLE.size)) / 2;
  const name = lines.map((line, index) => outline(line, TITLE.size, MARGIN, baseline(index))).join('');
  const studioName = outline(by, STUDIO.size, WIDTH - MARGIN - byWidth, baseline(lines.length - 1));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">
    <path fill="${INK}" d="${name}"/><path fill="${INK_SOFT}" d="${studioName}"/></svg>`;
  return { height, svg };
}

/** Encodes with the highest quality that stays within the limit. */
async function encodeWithinLimit(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Buffer | undefined;
  for (const quality of QUALITIES) {
    bytes = await image.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (bytes.length < MAX_BYTES) break;
  }
  return new Uint8Array(bytes!);
}
