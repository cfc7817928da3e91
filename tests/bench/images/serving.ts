/** Bar 7 of docs/decisions/bars.md: the transform handler's own answer with a stored rendition. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ID_LENGTH } from '#core/domain/values/ids.ts';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { startImageStore } from '../../support/image-store.ts';
import { noisePicture } from '../../support/pictures.ts';
import { newId } from '../../support/rows.ts';
import type { Figure } from '../figure.ts';
import { GALLERY_LENGTH } from './transformers.ts';
import { hasLoaded } from './processor-time.ts';

export async function storedRenditions(): Promise<Figure[]> {
  const store = await startImageStore({ ownProcess: true });
  const handler = fork(new URL('./serving-process.ts', import.meta.url), { env: { ...process.env, ...store.env } });
  try {
    const [{ port }] = (await once(handler, 'message')) as [{ port: number }];
    const bytesRead = async () => {
      handler.send('bytes');
      const [answer] = (await once(handler, 'message')) as [{ bytesRead: number }];
      return answer.bytesRead;
    };
    const picture = await noisePicture(828, 552).webp().toBuffer();
    const key = renditionKey(newId(GALLERY_LENGTH), newId(ID_LENGTH.file), presetParams('preview'));
    const etag = (await store.renditions.put(key, picture, { contentType: 'image/webp' }))!;
    const address = `http://127.0.0.1:${port}/${key}`;
    await request(address, {}, 200);
    const before = await bytesRead();
    if (before < picture.length) throw new Error(`the handler read ${before} of ${picture.length} bytes`);
    await request(address, { 'if-none-match': etag }, 304);
    const read = (await bytesRead()) - before;
    const figure = (what: string, value: number, unit: string): Figure => {
      return { bar: '7', what: `stored rendition, ${what}`, value, limit: 0, unit };
    };
    return [
      figure('sharp loaded', Number(hasLoaded(handler.pid!, 'libvips')), 'libraries'),
      figure('read for a 304', read, 'bytes'),
    ];
  } finally {
    handler.kill();
    await store.close();
  }
}

async function request(address: string, headers: Record<string, string>, expected: number): Promise<void> {
  const answer = await fetch(address, { headers });
  if (answer.status !== expected) throw new Error(`${address} answered ${answer.status}`);
  await answer.arrayBuffer();
}
