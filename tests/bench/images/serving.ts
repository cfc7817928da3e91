/** Bar 7 of quality.md: a stored rendition from the transform handler and from Next's cache. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ID_LENGTH } from '#core/domain/ids.ts';
import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import { startImageStore } from '../../support/image-store.ts';
import { newId } from '../../support/rows.ts';
import { notMeasured } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { GALLERY_LENGTH } from './transformers.ts';
import { NEXT_IMAGE, startNext } from './next-server.ts';
import { NO_PEERS } from './peers.ts';
import { hasLoaded, processorTime } from './processor-time.ts';
import { takeTurns } from './turns.ts';

/** Requests of a run, of which `PARALLEL` are sent at a time. */
const REQUESTS = 40;
const PARALLEL = 4;

export async function storedRenditions(n: number, hasPeers: boolean): Promise<Figure[]> {
  if (!hasPeers) return [notMeasured('7', 'stored rendition', NO_PEERS)];
  const [store, next] = [await startImageStore({ ownProcess: true }), await startNext()];
  const handler = fork(new URL('./serving-process.ts', import.meta.url), { env: { ...process.env, ...store.env } });
  try {
    const [{ port }] = (await once(handler, 'message')) as [{ port: number }];
    const bytesRead = async () => {
      handler.send('bytes');
      const [answer] = (await once(handler, 'message')) as [{ bytesRead: number }];
      return answer.bytesRead;
    };
    const accept = { accept: 'image/webp' };
    const picture = await (await fetch(next.origin + NEXT_IMAGE, { headers: accept })).bytes();
    const key = renditionKey(newId(GALLERY_LENGTH), newId(ID_LENGTH.file), presetParams('preview'));
    const etag = (await store.renditions.put(key, picture, { contentType: 'image/webp' }))!;
    const address = `http://127.0.0.1:${port}/${key}`;
    const [ours, theirs] = await takeTurns(n, [
      { run: () => request(address), spent: () => processorTime(handler.pid!) },
      { run: () => request(next.origin + NEXT_IMAGE, accept), spent: () => processorTime(next.pid) },
    ]);
    const before = await bytesRead();
    await request(address, { 'if-none-match': etag }, 304);
    const figure = (what: string, value: number, limit: number, unit: string): Figure => ({
      bar: '7',
      what: `stored rendition of ${Math.round(picture.length / 1024)} KB, ${what}`,
      value,
      limit,
      unit,
      n,
    });
    return [
      {
        ...figure('requests a second of processor', theirs! / ours!, 2, '× next’s cache'),
        atLeast: true,
        comparison: { peer: 'next’s cache', ours: ours!, theirs: theirs!, unit: 'ms of processor' },
      },
      figure('sharp loaded', Number(hasLoaded(handler.pid!, 'libvips')), 0, 'libraries'),
      figure('read for a 304', (await bytesRead()) - before, 0, 'bytes'),
    ];
  } finally {
    handler.kill();
    next.close();
    await store.close();
  }
}

async function request(address: string, headers: Record<string, string> = {}, expected = 200): Promise<void> {
  const requestNext = async () => {
    for (let count = 0; count < REQUESTS / PARALLEL; count++) {
      const answer = await fetch(address, { headers });
      if (answer.status !== expected) throw new Error(`${address} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, requestNext));
}
