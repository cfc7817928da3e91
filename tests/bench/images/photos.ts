import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { develop } from '#local/demo/upload.ts';
import { shoot } from '#local/demo/photographs.ts';

/** Bars of processor time are about pictures of 12 to 45 megapixels. */
const LEAST_PIXELS = 10_000_000;

/** Paths of the photos of a folder that are large enough, or of two photos of the demo studio. */
export async function photosIn(folder: string | undefined, temp: string, least = LEAST_PIXELS): Promise<string[]> {
  if (folder) {
    const names = (await readdir(folder)).filter((file) => /\.jpe?g$/i.test(file)).sort();
    const paths = names.map((file) => join(folder, file));
    const sizes = await Promise.all(paths.map((path) => sharp(path).metadata()));
    return paths.filter((_path, index) => sizes[index]!.width * sizes[index]!.height >= least);
  }
  const shots = shoot('ALM_', 1, '2026:06:20', ['mountains', 'sea'], [0, 1]);
  const paths: string[] = [];
  for (const shot of shots) {
    paths.push(join(temp, shot.filename));
    await writeFile(paths.at(-1)!, await develop(shot));
  }
  return paths;
}
