/**
 * Bar 11, the first thumbnail: the gallery's page compared with a page that shows the same photos with
 * react-photo-album, as its guide describes, from the same edge. They take turns.
 */
import { build } from 'esbuild';
import { imageUrl } from '#core/domain/photos/image-params.ts';
import { notMeasured, quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { insertPublicGallery, SMALL, type PublicGallery } from './gallery-fixture.ts';
import { installPeers, NO_PEERS, PEERS } from './images/peers.ts';
import { firstPicture } from './page-watch.ts';
import { openPhone } from './phone.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

const PATH = '/bench-album';

const APP = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { RowsPhotoAlbum } from 'react-photo-album';
  import 'react-photo-album/rows.css';
  const photos = JSON.parse(document.getElementById('photos').textContent);
  createRoot(document.getElementById('root')).render(createElement(RowsPhotoAlbum, { photos }));`;

export async function benchPhotoAlbum(studio: Studio, { publicPhotos, rounds }: Sizes): Promise<Figure[]> {
  const size = publicPhotos[2];
  const what = `${size} photos, first thumbnail`;
  if (!(await installPeers())) return [notMeasured('11', what, NO_PEERS)];
  const gallery = await insertPublicGallery(studio, size);
  const album = await buildAlbum(studio, gallery);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const page = await openPhone(studio);
    await page.goto(gallery.address);
    ours.push((await firstPicture(page)).picture);
    const other = await openPhone(studio, { cookiesOf: page });
    for (const [path, body, contentType] of album) {
      await other.route(`**${path}`, (route) => route.fulfill({ body, contentType }));
    }
    await other.goto(studio.stack.origin + PATH);
    theirs.push((await firstPicture(other)).picture);
    await page.context().close();
    await other.context().close();
  }
  const n = rounds;
  const [peer, we, they] = ['react-photo-album', quantile(ours), quantile(theirs)];
  const comparison = { peer, ours: we, theirs: they, unit: 'ms' };
  return [
    { bar: '11', what, value: we / they, limit: 0.4, unit: `× ${peer}`, n, comparison },
    { bar: '11', what, value: we, limit: null, unit: 'ms', n },
    { bar: '11', what: `${what} of ${peer}`, value: they, limit: null, unit: 'ms', n },
  ];
}

/** The files of the other page: path, content and type. Its data is in its HTML, as in the gallery's page. */
async function buildAlbum(studio: Studio, gallery: PublicGallery): Promise<[string, string, string][]> {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: PEERS },
    bundle: true,
    minify: true,
    write: false,
    outdir: '/',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const textOf = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))!.text;
  const { rows } = await studio.database.query<{ file_id: string; width: number; height: number }>(
    'select file_id, width, height from photos where gallery_id = $1 order by captured_at',
    [gallery.id],
  );
  const photos = rows.map(({ file_id, width, height }) => ({
    src: imageUrl(gallery.id, file_id, SMALL),
    width,
    height,
  }));
  const html = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${PATH}.css">
    <div id="root"></div><script type="application/json" id="photos">${JSON.stringify(photos)}</script>
    <script src="${PATH}.js"></script>`;
  return [
    [PATH, html, 'text/html'],
    [`${PATH}.js`, textOf('.js'), 'text/javascript'],
    [`${PATH}.css`, textOf('.css'), 'text/css'],
  ];
}
