import { describe, expect, it } from 'vitest';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { uploads } from '#core/api/uploads.ts';
import type { PhotoMimeType } from '#core/domain/photos/photos.ts';
import { claimingAvif, noisePicture } from '../../../support/pictures.ts';
import type { Scene } from '../scene.ts';
import { isStored, removeStored } from '../stored-objects.ts';
import { newId, taken, upload } from '../studio.ts';
import { enter, look } from '../visitor.ts';

const preview = presetParams('preview');
/** So large that its response, base64 included, exceeds Lambda's limit. */
const LARGE = { ...preview, width: 1800, height: 1200, format: 'png' as const };
const MAX_INLINE_BYTES = 4 * 1024 * 1024;

export function pictures(current: () => Scene): void {
  const freshPhoto = async (bytes?: Buffer, type?: PhotoMimeType) => {
    const { stage, studio, galleryId } = current();
    return taken(stage, await upload(studio, galleryId, bytes, type));
  };
  const transformed = () => current().stage.deployment.functionNamed('transform').lambda.figures;
  const ingested = () => current().stage.deployment.functionNamed('ingest').lambda.figures;

  describe('images', () => {
    it('come from the bucket, and a missing one from the function, once', async () => {
      const { stage, galleryId } = current();
      const photo = await freshPhoto();
      const key = renditionKey(galleryId, photo.fileId, preview);
      const cookie = await enter(current());
      const thumbnail = await look(current(), galleryId, photo, presetParams('thumbnail'), cookie);
      expect(thumbnail.status).toBe(200);
      const before = transformed().calls;
      await removeStored(stage, 'renditions', key);
      const answer = await look(current(), galleryId, photo, preview, cookie);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(transformed().calls).toBe(before + 1);
      expect(await isStored(stage, 'renditions', key)).toBe(true);
    });

    it('require a token', async () => {
      const { galleryId, photo } = current();
      const before = transformed().calls;
      const answer = await look(current(), galleryId, photo, { ...preview, width: 321 });
      expect([answer.status, transformed().calls]).toEqual([403, before]);
    });

    it('above the response limit are fetched from the bucket', async () => {
      const { galleryId } = current();
      const photo = await freshPhoto(await noisePicture(1800, 1200).jpeg({ quality: 90 }).toBuffer());
      const cookie = await enter(current());
      const first = await look(current(), galleryId, photo, LARGE, cookie);
      expect(first.status).toBe(302);
      const again = await look(current(), galleryId, photo, LARGE, cookie);
      expect(again.status).toBe(200);
      expect((await again.arrayBuffer()).byteLength).toBeGreaterThan(MAX_INLINE_BYTES);
    });

    it('that are decompression bombs fail alone: the same sandbox ingests the next one', async () => {
      const { coldStarts } = ingested();
      const bomb = await freshPhoto(await claimingAvif(7000, 7000), 'image/avif');
      expect(bomb).toMatchObject({ status: 'failed', failure: 'too_many_pixels' });
      expect(await freshPhoto()).toMatchObject({ status: 'ready' });
      expect(ingested().coldStarts).toBe(coldStarts);
    });

    it('presigned again lose their previous upload', async () => {
      const { stage, studio, galleryId } = current();
      const file = {
        photoId: newId(),
        filename: `${studio.marker}-again.jpg`,
        size: 1000,
        type: 'image/jpeg' as const,
      };
      const announce = async () => {
        const { uploads: signed } = await studio.api.call(uploads.presign, {}, { galleryId, files: [file] });
        return new URL(signed[0]!.url).pathname.split('/').slice(2).join('/');
      };
      const former = await announce();
      expect(await announce()).not.toBe(former);
      const { used } = stage.deployment.functionNamed('uploads');
      const removed = used.filter(({ action }) => action === 's3:DeleteObject').map(({ resource }) => resource);
      expect(removed).toContainEqual(expect.stringMatching(`/${former}$`));
    });

    it('survive a killed decoder: the next call gets another', async () => {
      const { stage, galleryId } = current();
      const photo = await freshPhoto();
      const cookie = await enter(current());
      await look(current(), galleryId, photo, { ...preview, width: 401 }, cookie);
      const { coldStarts } = transformed();
      const { lambda } = stage.deployment.functionNamed('transform');
      // A sandbox is free once it asks for work, a moment after its response.
      await expect.poll(() => lambda.isFrozen()).toBe(true);
      expect(lambda.killChildren()).toBeGreaterThan(0);
      const answer = await look(current(), galleryId, photo, { ...preview, width: 402 }, cookie);
      expect([answer.status, transformed().coldStarts]).toEqual([200, coldStarts]);
    });
  });
}
