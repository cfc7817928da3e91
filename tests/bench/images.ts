/*
 * Bars 1 to 9 of design/quality.md. Run alone: `node tests/bench/images.ts --photos <folder of JPEGs>`; without
 * photographs, those that the demo is seeded with are developed.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { develop } from '#local/demo/develop.ts';
import { shoot } from '#local/demo/photographs.ts';
import { describeFigure, HEADING } from './figure.ts';
import type { Figure } from './figure.ts';
import {
  setAgainstFullscreen,
  storageAgainstFile,
  thumbnailAgainstDjpeg,
  transformAgainstPeers,
  transformAgainstSharp,
  wideProfile,
} from './image-cost.ts';
import { coldImport, memory } from './image-memory.ts';
import { storedRenditions } from './image-serving.ts';
import { installPeers } from './peers.ts';

/** The bars are about pictures of cameras. */
const LEAST_PIXELS = 10_000_000;

/** Photographs to measure with: those of a folder that have as many pixels as the bars say, or two of the demo's. */
async function photosIn(folder: string | undefined, temp: string): Promise<string[]> {
  if (folder) {
    const names = (await readdir(folder)).filter((file) => /\.jpe?g$/i.test(file)).sort();
    const paths = names.map((file) => join(folder, file));
    const sizes = await Promise.all(paths.map((path) => sharp(path).metadata()));
    return paths.filter((_path, index) => sizes[index]!.width * sizes[index]!.height >= LEAST_PIXELS);
  }
  const shots = shoot('ALM_', 1, '2026:06:20', ['mountains', 'sea'], [0, 1]);
  const paths: string[] = [];
  for (const shot of shots) {
    paths.push(join(temp, shot.filename));
    await writeFile(paths.at(-1)!, await develop(shot));
  }
  return paths;
}

async function uprightOf(paths: readonly string[]): Promise<string[]> {
  const sides = await Promise.all(paths.map(async (path) => (await sharp(path).metadata()).orientation ?? 1));
  // EXIF 5 to 8 are quarter turns.
  return paths.filter((_path, index) => sides[index]! < 5);
}

type Options = { photos?: string | undefined; rounds?: number; onFigures?: (figures: Figure[]) => void };

/** All figures of images, each the median of `rounds` turns; `onFigures` hears of them as they come. */
export async function benchImages({ photos, rounds = 5, onFigures }: Options): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-images-'));
  const figures: Figure[] = [];
  const add = (more: Figure[]) => {
    figures.push(...more);
    onFigures?.(more);
  };
  try {
    const hasPeers = await installPeers();
    const files = await photosIn(photos, folder);
    const [first, largest] = [files[0]!, files.at(-1)!];
    for (const photo of files) add(await transformAgainstSharp(photo, rounds));
    add(await thumbnailAgainstDjpeg(largest, folder, rounds));
    add(await wideProfile(largest, folder, rounds));
    // The peers size a picture before they turn it: of one that lies on its side they make another, smaller picture.
    const upright = await uprightOf(files);
    for (const photo of upright) add(await transformAgainstPeers(photo, rounds, hasPeers));
    for (const photo of upright) add(await setAgainstFullscreen(photo, rounds, hasPeers));
    add(await memory(largest, folder));
    add(await storedRenditions(rounds, hasPeers));
    add(await coldImport(folder));
    add(await storageAgainstFile(first, rounds));
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { photos: { type: 'string' }, rounds: { type: 'string' } } });
  console.log(HEADING);
  const onFigures = (figures: Figure[]) => console.log(figures.map(describeFigure).join('\n'));
  await benchImages({ photos: values.photos, rounds: Number(values.rounds ?? 5), onFigures });
}
