/**
 * Bars 1 to 9 of docs/decisions/bars.md, with the JPEGs of the folder `photos`; without one, with generated photos like
 * those of the demo studio.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
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
import { photosIn } from './photos.ts';
import { storedRenditions } from './serving.ts';
import { installPeers } from './peers.ts';

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
