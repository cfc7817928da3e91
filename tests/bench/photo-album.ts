/*
 * Bar 11, the first thumbnail: our gallery's page against one that shows the same photos with react-photo-album, as its
 * guide has it, from the same edge. Both on a phone whose processor is four times slower; they take turns.
 */
import { build } from 'esbuild';
import { imageUrl } from '#core/domain/image-params.ts';
import { notMeasured, quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { makeGallery, SMALL } from './gallery-fixture.ts';
import type { GalleryFixture } from './gallery-fixture.ts';
import { firstPicture, openPhone } from './paint.ts';
import { installPeers, NO_PEERS, PEERS } from './peers.ts';
import type { Stage } from './stage.ts';

const SIZE = 5000;
const VISITS = 5;
const PATH = '/bench-album';

const APP = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { RowsPhotoAlbum } from 'react-photo-album';
  import 'react-photo-album/rows.css';
  const photos = JSON.parse(document.getElementById('photos').textContent);
  createRoot(document.getElementById('root')).render(createElement(RowsPhotoAlbum, { photos }));`;

export async function benchPhotoAlbum(stage: Stage): Promise<Figure[]> {
  const what = `${SIZE} photos, first thumbnail`;
  if (!(await installPeers())) return [notMeasured('11', what, NO_PEERS)];
  const gallery = await makeGallery(stage, SIZE);
  const album = await albumOf(stage, gallery);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let visit = 0; visit < VISITS; visit++) {
    const page = await openPhone(stage);
    await page.goto(gallery.address);
    ours.push((await firstPicture(page)).picture);
    const other = await openPhone(stage, page);
    for (const [path, body, contentType] of album) {
      await other.route(`**${path}`, (route) => route.fulfill({ body, contentType }));
    }
    await other.goto(stage.stack.origin + PATH);
    theirs.push((await firstPicture(other)).picture);
    await page.context().close();
    await other.context().close();
  }
  const n = VISITS;
  return [
    { bar: '11', what, value: quantile(ours) / quantile(theirs), limit: 0.4, unit: '× react-photo-album', n },
    { bar: '11', what, value: quantile(ours), limit: null, unit: 'ms', n },
    { bar: '11', what: `${what} of react-photo-album`, value: quantile(theirs), limit: null, unit: 'ms', n },
  ];
}

/** The other page's files: path, content and type. Its data travels in the HTML, as ours does. */
async function albumOf(stage: Stage, gallery: GalleryFixture): Promise<[string, string, string][]> {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: PEERS },
    bundle: true,
    minify: true,
    write: false,
    outdir: '/',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const fileOf = (kind: string) => outputFiles.find(({ path }) => path.endsWith(kind))!.text;
  const { rows } = await stage.database.query<{ file_id: string; width: number; height: number }>(
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
    [`${PATH}.js`, fileOf('.js'), 'text/javascript'],
    [`${PATH}.css`, fileOf('.css'), 'text/css'],
  ];
}
