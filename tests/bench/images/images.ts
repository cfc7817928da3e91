/**
 * Bars 1 to 9 of docs/decisions/bars.md, with the JPEGs of the folder `photos`; without one, with generated photos like
 * those of the demo studio.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { develop } from '#local/demo/develop.ts';
import { shoot } from '#local/demo/photographs.ts';
import type { Figure } from '../figure.ts';
import type { PartOptions } from '../sizes.ts';
import {
  setAgainstFullscreen,
  storageAgainstFile,
  thumbnailAgainstDjpeg,
  transformAgainstPeers,
  transformAgainstSharp,
  wideProfile,
} from './cost.ts';
import { coldImport, memory } from './memory.ts';
import { storedRenditions } from './serving.ts';
import { installPeers } from './peers.ts';

/** The bars are about pictures of 12 to 45 megapixels. */
const LEAST_PIXELS = 10_000_000;

/** Paths of the photos of a folder that are large enough, or of two photos of the demo studio. */
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

/** All figures of images. */
export async function benchImages({ photos, sizes: { rounds } }: PartOptions): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-images-'));
  try {
    const hasPeers = await installPeers();
    const files = await photosIn(photos, folder);
    const [first, largest] = [files[0]!, files.at(-1)!];
    // The peers resize before they rotate, so a rotated photo gets another, smaller size there.
    const upright = await uprightOf(files);
    return [
      ...(await each(files, (photo) => transformAgainstSharp(photo, rounds))),
      ...(await thumbnailAgainstDjpeg(largest, folder, rounds)),
      ...(await wideProfile(largest, folder, rounds)),
      ...(await each(upright, (photo) => transformAgainstPeers(photo, rounds, hasPeers))),
      ...(await each(upright, (photo) => setAgainstFullscreen(photo, rounds, hasPeers))),
      ...(await memory(largest, folder)),
      ...(await storedRenditions()),
      ...(await coldImport(folder, rounds)),
      ...(await storageAgainstFile(first, rounds)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function each(photos: readonly string[], measure: (photo: string) => Promise<Figure[]>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const photo of photos) figures.push(...(await measure(photo)));
  return figures;
}
