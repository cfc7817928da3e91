import { describe, expect, it } from 'vitest';
import { archives } from '#core/api/archives.ts';
import { invites } from '#core/api/invites.ts';
import { SMALL_ARCHIVE } from '#core/domain/galleries/archives.ts';
import { parseAccountId } from '#core/domain/values/ids.ts';
import { type Scene, send } from '../scene.ts';
import { mailTo } from '../mailbox.ts';
import { removeStored, store, storedBelow } from '../stored-objects.ts';
import { deliverGallery, newId, taken } from '../studio.ts';
import { until } from '../until.ts';
import { enter } from '../visitor.ts';

/** Disables triggers that set the times of rows. */
async function backdate({ stage }: Scene, sql: string, values: unknown[]): Promise<void> {
  const client = await stage.db.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(sql, values);
    await client.query('commit');
  } finally {
    client.release();
  }
}

export function jobs(current: () => Scene): void {
  /** Invokes a function as the scheduler does. */
  const run = (name: string) => {
    const { deployed, functionNamed } = current().stage.deployment;
    return functionNamed(name).lambda.invoke(JSON.parse(deployed.schedules.get(name) ?? 'null'));
  };
  const rows = async (sql: string, values: unknown[]) => (await current().stage.db.query(sql, values)).rows;

  /** Inserts ready photos without originals and returns their ids. */
  const insertLostPhotos = async (galleryId: string, count: number) => {
    const ids = Array.from({ length: count }, () => newId());
    await rows(
      `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size,
         status, width, height)
       select id, $2, $3, $4, 'lost.jpg', id || 'away', 'image/jpeg', $4 || '/' || id || '/' || id, 1000, 'ready', 3, 2
       from unnest($1::text[]) as id`,
      [ids, parseAccountId(galleryId), current().studio.session.user.id, galleryId],
    );
    return ids;
  };

  describe('jobs', () => {
    it('outbox runs an effect without a trigger', async () => {
      const id = newId();
      const payload = { slugs: [current().studio.account.slug] };
      await rows(`insert into outbox (id, kind, payload) values ($1, 'cdn.purge', $2)`, [id, payload]);
      await run('outbox');
      expect(await rows('select attempts, done_at is not null as done from outbox where id = $1', [id])).toEqual([
        { attempts: 1, done: true },
      ]);
    });

    it('outbox re-renders many photos in batches and invokes itself for the rest', async () => {
      const { galleryId, studio } = current();
      const accountId = parseAccountId(galleryId);
      const ids = Array.from({ length: 101 }, () => newId());
      // Without their originals, so that nothing is decoded.
      await rows(
        `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size,
           status, width, height, style_version)
         select id, $2, $3, $4, 'lost.jpg', id || 'again', 'image/jpeg', $4 || '/' || id || '/' || id, 1000, 'ready', 3,
           2, 2
         from unnest($1::text[]) as id`,
        [ids, accountId, studio.session.user.id, galleryId],
      );
      await rows(`insert into outbox (id, account_id, kind, payload) values ($1, $2, 'styles.render', $3)`, [
        newId(),
        accountId,
        { accountId },
      ]);
      await run('outbox');
      const sql = `select payload ->> 'sent' is not null as on from outbox where kind = 'styles.render' and done_at is null`;
      expect(await rows(sql, [])).toEqual([{ on: true }]);
      await rows('delete from photos where id = any($1)', [ids]);
    });

    it('og-sweep finds a gallery without its Open Graph image, and the outbox renders it', async () => {
      const { galleryId, photo } = await deliverGallery(current().stage, current().studio);
      await run('og-sweep');
      const token = await until('the Open Graph picture', async () => {
        const [found] = await rows('select token from og_images where gallery_id = $1 and file_id = $2', [
          galleryId,
          photo.fileId,
        ]);
        return found?.token as string | undefined;
      });
      const answer = await fetch(`${current().stage.origin}/og/${galleryId}/${token}.jpg`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    it('reminders finds an approaching session, and the outbox mails its client', async () => {
      const { galleryId, studio } = current();
      const own = { accountId: parseAccountId(galleryId), authorId: studio.session.user.id };
      const [customerId, sessionId] = [newId(), newId()];
      await rows(
        `insert into customers (id, account_id, author_id, name, email) values ($1, $2, $3, 'Ada', 'ada@example.org')`,
        [customerId, own.accountId, own.authorId],
      );
      await rows(
        `insert into sessions (id, account_id, author_id, customer_id, date, created_at)
         values ($1, $2, $3, $4, now() + interval '2 hours', now() - interval '7 days')`,
        [sessionId, own.accountId, own.authorId, customerId],
      );
      await run('reminders');
      const status = await until('the mail', async () => {
        const [message] = await rows('select status from messages where session_id = $1', [sessionId]);
        return message?.status === 'pending' ? undefined : (message?.status as string | undefined);
      });
      expect(status).toBe('sent');
    });

    it('trash erases expired rows and objects', async () => {
      const { stage, studio } = current();
      const { galleryId } = await deliverGallery(stage, studio);
      expect((await storedBelow(stage, 'renditions', `${galleryId}/`)).length).toBeGreaterThan(2);
      await rows(`update galleries set deleted_at = now() - interval '31 days' where id = $1`, [galleryId]);
      await run('trash');
      await until('the end of the gallery', async () => {
        const [left] = await rows('select id from galleries where id = $1', [galleryId]);
        return left ? undefined : true;
      });
      const left = await Promise.all(
        (['originals', 'renditions'] as const).map((bucket) => storedBelow(stage, bucket, `${galleryId}/`)),
      );
      expect(left).toEqual([[], []]);
    });

    it('uploads-sweep deletes missing uploads and enqueues stuck ones', async () => {
      const { galleryId, studio } = current();
      const { photo } = await deliverGallery(current().stage, studio);
      const lost = newId();
      const original = {
        account_id: parseAccountId(galleryId),
        author_id: studio.session.user.id,
        gallery_id: galleryId,
      };
      await rows(
        `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size,
           status, upload_id)
         values ($1, $2, $3, $4, 'lost.jpg', $5, 'image/jpeg', $6, 1000, 'uploading', 'parts-that-are-gone')`,
        [lost, ...Object.values(original), newId() + newId().slice(0, 4), `${galleryId}/${lost}/${newId()}`],
      );
      // As of an upload that was started again under another key.
      await store(current().stage, 'originals', `${galleryId}/${lost}/${newId()}`, 'half a photograph');
      await backdate(current(), `update photos set updated_at = now() - interval '25 hours' where id = $1`, [lost]);
      const stuck = `update photos set status = 'processing', updated_at = now() - interval '2 hours' where id = $1`;
      await backdate(current(), stuck, [photo.id]);
      await run('uploads-sweep');
      expect(await rows('select id from photos where id = $1', [lost])).toEqual([]);
      expect(await storedBelow(current().stage, 'originals', `${galleryId}/${lost}/`)).toEqual([]);
      expect(await taken(current().stage, photo.id)).toMatchObject({ status: 'ready' });
    });

    it('archive-packer packs pending archives, mails the requesters, and deletes expired ones', async () => {
      const scene = current();
      const { galleryId } = await deliverGallery(scene.stage, scene.studio);
      for (const size of ['original', 'web'] as const) {
        const asked = await send(scene, archives.create, { params: { galleryId }, body: { size } });
        const { id: archiveId } = archives.create.response.parse(await asked.json());
        // As if the function had been killed while packing.
        const [key = ''] = await storedBelow(scene.stage, 'renditions', `archives/${galleryId}/${archiveId}/`);
        await removeStored(scene.stage, 'renditions', key);
        await rows(
          `update archives set status = 'queued', parts = '[]', ready_at = null, expires_at = null where id = $1`,
          [archiveId],
        );
        const email = `waiting-${newId()}-${scene.studio.marker}@example.org`;
        const body = { email, language: 'es' };
        await send(scene, archives.notify, { params: { galleryId, archiveId }, body });
        await run('archive-packer');
        expect((await mailTo(scene.stage, email)).text).toContain(`?download=${archiveId}`);
        expect(await storedBelow(scene.stage, 'renditions', `archives/${galleryId}/${archiveId}/`)).toEqual([key]);
      }
      await rows(`update archives set expires_at = now() - interval '7 hours' where gallery_id = $1`, [galleryId]);
      await run('archive-packer');
      expect(await storedBelow(scene.stage, 'renditions', `archives/${galleryId}/`)).toEqual([]);
    });

    it('mail-events marks an invitation that comes back', async () => {
      const scene = current();
      const { galleryId } = scene;
      const email = `bounce+${newId()}@simulator.amazonses.com`;
      const data = { galleryId, accountSlug: scene.studio.account.slug };
      await send(scene, invites.create, { body: { email, data } });
      await until('the bounce', async () => {
        const [grant] = await rows('select from grants where email = $1 and mail_error = $2', [email, 'mail_bounced']);
        return grant;
      });
    });

    it('a visit has the archives of a large gallery packed ahead', async () => {
      const scene = current();
      const { galleryId } = await deliverGallery(scene.stage, scene.studio);
      const lost = await insertLostPhotos(galleryId, SMALL_ARCHIVE.photos);
      // As if its last change and its publication were an hour ago.
      for (const [table, column] of [
        ['photos', 'gallery_id'],
        ['galleries', 'id'],
      ] as const) {
        const sql = `update ${table} set updated_at = now() - interval '1 hour' where ${column} = $1`;
        await backdate(scene, sql, [galleryId]);
      }
      await rows('delete from outbox where dedupe_key = $1', [`archives:${galleryId}`]);
      await enter(scene, galleryId);
      await until('the prepared archive', async () => {
        const [archive] = await rows('select id from archives where gallery_id = $1 and is_prepared', [galleryId]);
        return archive;
      });
      await rows('delete from photos where id = any ($1)', [lost]);
    });

    it('archives, small ones and those of the packer’s queue, fail without an original', async () => {
      const scene = current();
      const { galleryId } = scene;
      const create = async (photoIds: string[]) => {
        const answer = await send(scene, archives.create, {
          params: { galleryId },
          body: { size: 'original', photoIds },
        });
        return archives.create.response.parse(await answer.json());
      };
      const missing = await insertLostPhotos(galleryId, SMALL_ARCHIVE.photos + 1);
      expect(await create(missing.slice(0, 1))).toMatchObject({ status: 'failed', failure: 'archive_outdated' });
      const large = await create(missing);
      expect(large.status).toBe('queued');
      await until('the failure', async () => {
        const [row] = await rows('select status from archives where id = $1', [large.id]);
        return row?.status === 'failed' || undefined;
      });
      await rows('delete from photos where id = any ($1)', [missing]);
    });

    it('usage counts what the studio stores', async () => {
      const { id } = current().studio.account;
      await rows('delete from usage_samples where account_id = $1', [id]);
      await rows('delete from usage_days where account_id = $1', [id]);
      await run('usage');
      const sql = `select d.byte_hours = u.storage_bytes as equal, bit_count(d.hours::bit(24))::integer as hours
        from usage_days d join account_usage u on u.account_id = d.account_id where d.account_id = $1`;
      expect(await rows(sql, [id])).toEqual([{ equal: true, hours: 1 }]);
    });

    it('vitals publishes metrics in CloudWatch’s format', async () => {
      const { functionNamed } = current().stage.deployment;
      const before = functionNamed('vitals').output().length;
      await run('vitals');
      const lines = functionNamed('vitals').output().slice(before).trim().split('\n');
      const metrics = lines.map((line) => JSON.parse(line)).filter((line) => line._aws);
      const { functionName } = functionNamed('vitals').deployed;
      expect(metrics).toMatchObject([
        { FunctionName: functionName, OutboxDead: 0 },
        { FunctionName: functionName, SyncFailed: expect.any(Number), SyncLatency: expect.any(Number) },
      ]);
    });
  });
}
