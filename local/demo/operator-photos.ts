import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** A photograph of an operator, which stands in for drawn scenes. */
interface OperatorPhoto {
  file: string;
  isPortrait: boolean;
}

/** Returns the photographs of a folder by name; none of other files. */
export function photosIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:jpe?g|png|webp|avif|tiff?)$/i.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Reads how the photographs of a folder are held. */
export async function readOperatorPhotos(folder: string): Promise<OperatorPhoto[]> {
  const photos: OperatorPhoto[] = [];
  for (const file of photosIn(folder)) {
    const { autoOrient } = await sharp(file).metadata();
    photos.push({ file, isPortrait: autoOrient.height > autoOrient.width });
  }
  return photos;
}

/** Returns a photograph that fills these pixels, upright: one held like them, if there is any. */
export async function operatorPicture(
  photos: readonly OperatorPhoto[],
  { width, height, seed }: { width: number; height: number; seed: number },
): Promise<{ pixels: Buffer; width: number; height: number }> {
  const alike = photos.filter(({ isPortrait }) => isPortrait === height > width);
  const shown = alike.length > 0 ? alike : photos;
  const { file } = shown[seed % shown.length]!;
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
