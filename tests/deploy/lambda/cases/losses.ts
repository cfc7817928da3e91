import { describe, expect, it } from 'vitest';
import { publicPages } from '#core/api/public.ts';
import { presetParams, renditionKey, WEB_SIZE } from '#core/domain/photos/image-params.ts';
import { claimingAvif } from '../../../support/pictures.ts';
import { pushMutation } from '../endpoint-calls.ts';
import { type Scene, send } from '../scene.ts';
import { removeStored, storedBelow } from '../stored-objects.ts';
import { taken, upload } from '../studio.ts';
import { until } from '../until.ts';
import { enter, look } from '../visitor.ts';

/** Missing objects must differ from forbidden ones: on AWS that requires a right of its own. */
export function losses(current: () => Scene): void {
  const freshPhoto = async () => taken(current().stage, await upload(current().studio, current().galleryId));

  describe('a missing object', () => {
    it('before ingest fails the photo as missing upload', async () => {
      const { stage } = current();
      const photo = await freshPhoto();
      await stage.db.query(`update photos set status = 'processing' where id = $1`, [photo.id]);
      await removeStored(stage, 'originals', photo.originalKey);
      const event = { Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key: photo.originalKey } } }] };
      const { ports } = stage.deployment.installation;
      await fetch(`http://127.0.0.1:${ports.functions}/__events/s3`, { method: 'POST', body: JSON.stringify(event) });
      expect(await taken(stage, photo.id)).toMatchObject({ status: 'failed', failure: 'upload_missing' });
    });

    it('during ingest leaves no rendition', async () => {
      const { stage, studio, galleryId } = current();
      // As if the photo had been deleted at the last moment: its row cannot become ready.
      await stage.db.query(
        `create function vanish() returns trigger language plpgsql as 'begin return null; end';
         create trigger vanish before update on photos for each row when (new.status = 'ready') execute function vanish()`,
      );
      try {
        const calls = () => stage.deployment.functionNamed('ingest').lambda.figures.ended;
        const before = calls();
        const photoId = await upload(studio, galleryId);
        await until('the end of ingest', () => (calls() > before ? true : undefined));
        const { rows } = await stage.db.query('select file_id as "fileId" from photos where id = $1', [photoId]);
        expect(await storedBelow(stage, 'renditions', `${galleryId}/${rows[0].fileId}/`)).toEqual([]);
      } finally {
        await stage.db.query('drop function vanish cascade');
      }
    });

    it('cannot be rendered again', async () => {
      const { stage, galleryId } = current();
      const photo = await freshPhoto();
      const preview = presetParams('preview');
      await removeStored(stage, 'originals', photo.originalKey);
      await removeStored(stage, 'renditions', renditionKey(galleryId, photo.fileId, preview));
      const cookie = await enter(current());
      const answer = await look(current(), galleryId, photo, preview, cookie);
      expect(answer.status).toBe(404);
    });

    it('cannot be downloaded; an existing original can', async () => {
      const { stage, galleryId } = current();
      const photo = await freshPhoto();
      for (const rendition of [WEB_SIZE, presetParams('fullscreen')])
        await removeStored(stage, 'renditions', renditionKey(galleryId, photo.fileId, rendition));
      const params = { galleryId, photoId: photo.id };
      expect((await send(current(), publicPages.download, { params, query: { size: 'web' } })).status).toBe(404);
      for (const removesLocation of [false, true]) {
        await stage.db.query('update galleries set remove_location = $2 where id = $1', [galleryId, removesLocation]);
        const answer = await send(current(), publicPages.download, { params, query: { size: 'original' } });
        const file = await fetch(answer.headers.get('location') ?? '');
        expect([answer.status, file.status]).toEqual([302, 200]);
        await file.body?.cancel();
      }
    });

    it('in the decoder can be retried', async () => {
      const { stage, studio, galleryId } = current();
      const bomb = await taken(stage, await upload(studio, galleryId, await claimingAvif(7000, 7000), 'image/avif'));
      const answer = await pushMutation(current(), 'photos.retry', { galleryId, photoIds: [bomb.id] });
      expect(await answer.json()).toMatchObject({ mutations: [{ result: {} }] });
      expect(await taken(stage, bomb.id)).toMatchObject({ status: 'failed', failure: 'too_many_pixels' });
    });
  });
}
