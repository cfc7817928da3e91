import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { at } from './paths.ts';

/** A drawn picture of the landing page, as web/features/landing/pictures.ts imports it. */
const DRAWN = /^\.\/pictures\/(mountains|sea|forest|stillLife)-(\d+)\.(avif|webp|jpg)$/;
/** The scenes in the page's order, with width divided by height. */
const RATIOS: Readonly<Record<string, number>> = { mountains: 3 / 2, sea: 3 / 2, forest: 2 / 3, stillLife: 3 / 2 };
/** Size of the picture of link previews, in pixels. */
const PREVIEW = { width: 1200, height: 630 };

/**
 * Replaces the landing page's drawn pictures by an operator's own photographs, in the order of their names: those of the
 * folder that `ALBUMEN_PHOTOS` names. Without it nothing changes.
 */
export function operatorPhotos(folder = process.env['ALBUMEN_PHOTOS']): Plugin {
  const out = at('.build/photos');
  const files = folder ? photosOf(folder) : [];
  const pictureOf = (scene: string, width: number, height: number) =>
    sharp(files[Object.keys(RATIOS).indexOf(scene) % files.length]!)
      .autoOrient()
      .resize(width, height, { fit: 'cover', position: 'attention' });
  return {
    name: 'operator-photos',
    enforce: 'pre',
    async resolveId(source) {
      const [, scene, digits, format] = (files.length > 0 && DRAWN.exec(source)) || [];
      if (!scene) return null;
      const width = Number(digits);
      const file = join(out, `${scene}-${width}.${format}`);
      mkdirSync(out, { recursive: true });
      await pictureOf(scene, width, Math.round(width / RATIOS[scene]!)).toFile(file);
      return file;
    },
    async writeBundle({ dir }) {
      if (files.length === 0 || !dir) return;
      await pictureOf('mountains', PREVIEW.width, PREVIEW.height)
        .jpeg({ quality: 80 })
        .toFile(join(dir, 'landing.jpg'));
    },
  };
}

/** @throws Error for a folder without photographs */
function photosOf(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((name) => /\.(?:jpe?g|png|webp|avif|tiff?)$/i.test(name))
    .toSorted()
    .map((name) => resolve(folder, name));
  if (files.length === 0) throw new Error(`ALBUMEN_PHOTOS names a folder without photographs: ${folder}`);
  return files;
}
