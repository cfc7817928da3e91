/** Bar 19 of docs/decisions/bars.md: what a phone shows, compared with the original at the same pixels. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { ssim } from 'ssim.js';
import {
  avifInstead,
  type ImageParams,
  imageUrl,
  parseImageQuery,
  presetParams,
  toQueryString,
  WEB_SIZE,
} from '#core/domain/photos/image-params.ts';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { COVER, LARGE } from '#core/domain/photos/large-sources.ts';
import { openSource } from '#functions/images/decoder/open-original.ts';
import { render } from '#functions/images/decoder/pipeline.ts';
import { chosenSource } from '../../support/chosen-source.ts';
import type { Figure } from '../figure.ts';
import type { PartOptions } from '../sizes.ts';
import { photosIn } from './photos.ts';

type Sources = (photoWidth: number) => string;

/** A picture of a page on a phone of 375 pixels. */
interface Shown {
  what: string;
  /** Width in CSS pixels. */
  width: number;
  sources: Sources;
  /** Width that `sizes` names, if it is another one, and the same of the former page. */
  chosenFor?: number;
  formerSizes?: number;
  /** Least SSIM at density 2 and 3. */
  atLeast: readonly [number | null, number | null];
}

const tiles: Sources = (width) => photoSources('g', { fileId: 'f', width }).srcSet;
const covers: Sources = (width) => photoSources('g', { fileId: 'f', width }, COVER).srcSet;
const large: Sources = (width) => photoSources('g', { fileId: 'f', width }, LARGE).srcSet;

const SHOWN: readonly Shown[] = [
  { what: 'grid, half a row', width: 178, sources: tiles, atLeast: [0.975, 0.975] },
  { what: 'grid, a row', width: 363, sources: tiles, atLeast: [0.975, 0.975] },
  { what: 'cover, first paint', width: 375, chosenFor: 225, sources: tiles, atLeast: [null, null] },
  { what: 'cover', width: 375, sources: covers, atLeast: [0.99, 0.99] },
  { what: 'lightbox', width: 351, sources: large, atLeast: [0.99, 0.99] },
  { what: 'cover, cropped', width: 703, formerSizes: 375, sources: covers, atLeast: [0.99, 0.99] },
];

/** The sources of all of them before they were chosen by this measurement: width, and the name of the rendition. */
const FORMER = [
  [400, 'w400-q56.webp'],
  [800, 'w800-q64.webp'],
  [1200, 'w1200-q60.jpg'],
  [1920, 'w1920-q70.jpg'],
] as const;

/** Enough for the lightbox at density 3, upright or not. */
const LEAST_PIXELS = 2_500_000;

/** 15 and 10 cm at 300 dots an inch. */
const PRINT_PX = { landscape: 1772, upright: 1181 };

interface Seen {
  similarity: number;
  noise: number;
  bytes: number;
}

/** What browsers with AVIF get, of a URL or of a former source's name. */
function paramsOf(url: string): ImageParams {
  const former = /^w(\d+)-q(\d+)\.(webp|jpg)$/.exec(url);
  if (former) {
    const [, width, quality, type] = former;
    const format = type === 'jpg' ? 'jpeg' : 'webp';
    return { ...presetParams('fullscreen'), width: Number(width), quality: Number(quality), format };
  }
  const parsed = parseImageQuery([...new URL(url, 'http://x').searchParams]);
  if (!parsed.ok) throw new Error(parsed.parameter);
  return avifInstead(parsed.params) ?? parsed.params;
}

const pixelsOf = async (image: Sharp) => {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
};

type Pixels = Awaited<ReturnType<typeof pixelsOf>>;

/** Peak signal-to-noise ratio of all channels, in dB. */
function signalToNoise(one: Pixels, other: Pixels): number {
  let sum = 0;
  // Alpha never differs.
  for (let i = 0; i < one.data.length; i++) sum += (one.data[i]! - other.data[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / (one.data.length * 0.75)));
}

/** Compares renditions of one photo with the photo, each at given widths of the screen. */
async function viewerOf(path: string) {
  const original = await readFile(path);
  const source = await openSource(original, 'jpeg');
  // Without shrinking while decoding, so that the reference is no rendition.
  const whole = await sharp(original).autoOrient().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const renditions = new Map<string, Promise<Buffer>>();
  const see = async (url: string, width: number): Promise<Seen> => {
    if (!renditions.has(url)) renditions.set(url, render(source, paramsOf(url), null));
    const bytes = await renditions.get(url)!;
    const reference = await pixelsOf(sharp(whole.data, { raw: whole.info }).resize(width));
    const shown = await pixelsOf(sharp(bytes).resize(width, reference.height, { fit: 'fill' }));
    const { mssim } = ssim(reference, shown, { ssim: 'fast', downsample: false });
    return { similarity: mssim, noise: signalToNoise(reference, shown), bytes: bytes.length };
  };
  return { width: source.width, isUpright: source.height > source.width, see };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function figuresOf(what: string, seen: readonly Seen[], limit: number | null): Figure[] {
  const values = seen.map(({ similarity }) => similarity);
  const least = `SSIM, least ${Math.min(...values).toFixed(3)}`;
  const plain = { bar: '19', limit: null, n: seen.length };
  return [
    { bar: '19', what, value: mean(values), limit, atLeast: true, unit: least, n: seen.length },
    { ...plain, what, value: mean(seen.map(({ noise }) => noise)), unit: 'dB' },
    { ...plain, what, value: mean(seen.map(({ bytes }) => bytes)) / 1000, unit: 'KB' },
  ];
}

/** Pictures on a phone, before and after; the bars are about real photographs, so a generated one is only described. */
export async function benchShownPictures({ photos }: PartOptions): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-shown-'));
  try {
    const results = new Map<string, { seen: Seen[]; limit: number | null }>();
    const note = (what: string, limit: number | null, seen: Seen) => {
      const result = results.get(what) ?? { seen: [], limit: photos ? limit : null };
      result.seen.push(seen);
      results.set(what, result);
    };
    const former = FORMER.map(([width, name]) => `${name} ${width}w`).join(', ');
    for (const path of await photosIn(photos, folder, LEAST_PIXELS)) {
      const photo = await viewerOf(path);
      for (const [nth, density] of [2, 3].entries()) {
        for (const { what, width, sources, chosenFor, formerSizes, atLeast } of SHOWN) {
          const [pixels, at] = [Math.round(width * density), `${what}, density ${density}`];
          // Not enlarged, and large ones with nearly twice the pixels: an original with fewer is itself the limit.
          if (photo.width < pixels * (sources === tiles ? 1 : 1.9)) continue;
          const before = chosenSource(former, formerSizes ?? width, density);
          note(`${at}, before`, null, await photo.see(before, pixels));
          const after = chosenSource(sources(photo.width), chosenFor ?? width, density);
          note(at, atLeast[nth] ?? null, await photo.see(after, pixels));
        }
      }
      const printed = PRINT_PX[photo.isUpright ? 'upright' : 'landscape'];
      note('web size, printed 10 × 15 cm, before', null, await photo.see('w1920-q70.jpg', printed));
      note(
        'web size, printed 10 × 15 cm',
        0.975,
        await photo.see(imageUrl('g', 'f', toQueryString(WEB_SIZE)), printed),
      );
    }
    return [...results].flatMap(([what, { seen, limit }]) => figuresOf(what, seen, limit));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
