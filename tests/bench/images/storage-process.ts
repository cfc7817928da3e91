/**
 * Measures a transform of the photo in its first argument, from the storage and from memory, as many times as the second
 * says, and sends the milliseconds of processor of both. Its heap is small, as a deployed function's is: received bytes
 * start collections of the whole heap.
 */
import { readFileSync } from 'node:fs';
import { presetParams } from '#core/domain/photos/image-params.ts';
import { startImageStore } from '../../support/image-store.ts';
import { inMemory, measuredTransform } from './transformers.ts';
import { takeTurns } from './turns.ts';

if (import.meta.main) {
  const [photo = '', turns] = process.argv.slice(2);
  const store = await startImageStore({ ownProcess: true });
  await store.originals.put('original', readFileSync(photo), { contentType: 'image/jpeg' });
  const ways = [measuredTransform(store.originals), measuredTransform(inMemory(photo))];
  const params = presetParams('preview');
  const times = await takeTurns(
    Number(turns),
    ways.map(({ run, spent }) => ({ run: () => run(params), spent })),
  );
  for (const { close } of ways) close();
  await store.close();
  process.send!(times);
  process.disconnect();
}
