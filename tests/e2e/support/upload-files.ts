import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heic } from '../../support/heic.ts';
import {
  exifPicture,
  noisePicture,
  orientedPicture,
  profiledPicture,
  scene,
  truncated,
} from '../../support/pictures.ts';

/** Makes a folder as from a card reader: good files, one of each kind that is refused, and a sidecar. */
export interface Shoot {
  folder: string;
  /** File names of those that become photos. */
  good: Readonly<Record<'first' | 'turned' | 'profile' | 'heic', { name: string; bytes: Buffer }>>;
  /** File names of those that are refused. */
  bad: Readonly<Record<'cut' | 'mislabelled', { name: string; bytes: Buffer }>>;
  /** File name of the sidecar. */
  sidecar: string;
  path(name: string): string;
  remove(): Promise<void>;
}

export async function makeShoot(): Promise<Shoot> {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-shoot-'));
  const good = {
    first: { name: 'DSC_0001.jpg', bytes: await exifPicture(1200, 800) },
    turned: { name: 'DSC_0002.jpg', bytes: await orientedPicture(6, 800, 1200) },
    profile: { name: 'DSC_0003.jpg', bytes: await profiledPicture('p3', 1200, 800) },
    heic: {
      name: 'IMG_0006.HEIC',
      bytes: heic({ columns: 6, rows: 4, colour: (x, y) => [60 + 30 * x, 110, 90 + 25 * y] }),
    },
  };
  const bad = {
    cut: { name: 'DSC_0004.jpg', bytes: truncated(await noisePicture(900, 600).jpeg().toBuffer()) },
    mislabelled: { name: 'DSC_0005.jpg', bytes: await scene(300, 200).png().toBuffer() },
  };
  const sidecar = 'DSC_0001.xmp';
  await writeFile(join(folder, sidecar), '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');
  for (const { name, bytes } of [...Object.values(good), ...Object.values(bad)]) {
    await writeFile(join(folder, name), bytes);
  }
  return {
    folder,
    good,
    bad,
    sidecar,
    path: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
