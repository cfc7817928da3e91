import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { difference } from './colour.ts';
import type { Triple } from './colour.ts';

/** Side of a patch in pixels; its middle is unaffected by the edges. */
const SIDE = 48;
const COLUMNS = 8;

/** Tones of a colour cube, including greys and colours outside sRGB. */
export const PATCHES: Triple[] = [0, 64, 128, 192, 255].flatMap((r) =>
  [0, 64, 128, 192, 255].flatMap((g) => [0, 64, 128, 192, 255].map((b): Triple => [r, g, b])),
);

/** Draws patches of these values in rows of eight, in any colour space. */
export function chart(patches: ReadonlyArray<readonly number[]>): { data: Buffer; width: number; height: number } {
  const width = COLUMNS * SIDE;
  const height = Math.ceil(patches.length / COLUMNS) * SIDE;
  const channels = patches[0]!.length;
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < width * height; at++) {
    const row = Math.floor(at / width / SIDE);
    const patch = patches[row * COLUMNS + Math.floor((at % width) / SIDE)] ?? patches[0]!;
    for (let channel = 0; channel < channels; channel++) data[at * channels + channel] = patch[channel]!;
  }
  return { data, width, height };
}

export function rgbChart(patches: readonly Triple[]): Sharp {
  const { data, width, height } = chart(patches);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The greatest CIEDE2000 between a chart, at any size, and the expected sRGB of its patches. */
export async function worst(picture: Buffer, expected: readonly Triple[]): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const side = info.width / COLUMNS;
  const differences = expected.map((patch, index) => {
    const x = Math.floor(((index % COLUMNS) + 0.5) * side);
    const y = Math.floor((Math.floor(index / COLUMNS) + 0.5) * side);
    const at = (y * info.width + x) * info.channels;
    return difference([data[at]!, data[at + 1]!, data[at + 2]!], patch);
  });
  return Math.max(...differences);
}
