import { benchArchives } from './archives.ts';
import { benchColdImport } from './cold-import.ts';
import { benchDownloads } from './downloads.ts';
import type { Figure } from './figure.ts';
import { benchHydrate } from './hydrate.ts';
import { benchImages } from './images/images.ts';
import { benchShownPictures } from './images/shown-pictures.ts';
import { benchIngest } from './ingest.ts';
import { benchLists } from './lists.ts';
import { benchLive } from './live.ts';
import { benchOpenPages } from './open-pages.ts';
import { benchPhotoAlbum } from './photo-album.ts';
import { benchProofing } from './proofing.ts';
import { benchPublicGallery } from './public-gallery.ts';
import type { PartOptions, Sizes } from './sizes.ts';
import { benchSignIn } from './sign-in.ts';
import { benchSite } from './site.ts';
import { benchSlowLine } from './slow-line.ts';
import { withStudio, type Studio } from './studio.ts';
import { benchUsage } from './usage.ts';
import { benchSync } from './sync.ts';
import { benchUploadMemory } from './upload-memory.ts';
import { benchUpload } from './upload.ts';

export interface Part {
  run(options: PartOptions): Promise<Figure[]>;
  /** Time limit, about three times what the part takes on two quiet cores. */
  minutes: number;
}

/** A part on the whole product, which starts for this part alone. */
const onStudio = (bench: (studio: Studio, sizes: Sizes) => Promise<Figure[]>, minutes: number): Part => ({
  run: ({ sizes }) => withStudio((studio) => bench(studio, sizes)),
  minutes,
});

export const PARTS = {
  images: { run: benchImages, minutes: 30 },
  'shown-pictures': { run: benchShownPictures, minutes: 20 },
  archives: { run: ({ sizes }) => benchArchives(sizes), minutes: 5 },
  downloads: onStudio(benchDownloads, 10),
  imports: { run: ({ sizes }) => benchColdImport(sizes), minutes: 5 },
  sync: onStudio(benchSync, 5),
  hydrate: onStudio(benchHydrate, 10),
  public: onStudio(benchPublicGallery, 10),
  proofing: onStudio(benchProofing, 10),
  site: onStudio(benchSite, 20),
  'slow-line': onStudio(benchSlowLine, 5),
  'sign-in': onStudio(benchSignIn, 15),
  album: onStudio(benchPhotoAlbum, 10),
  upload: onStudio(benchUpload, 45),
  'upload-memory': onStudio(benchUploadMemory, 20),
  ingest: onStudio(benchIngest, 15),
  pages: onStudio(benchOpenPages, 5),
  lists: onStudio(benchLists, 15),
  live: onStudio(benchLive, 15),
  usage: { run: ({ sizes }) => benchUsage(sizes), minutes: 10 },
} satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;

export const PART_NAMES = Object.keys(PARTS) as PartName[];
