import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { createOutbox, runOutbox } from '#functions/jobs/outbox-runner.ts';
import { MAX_ATTEMPTS } from '#functions/outbox/effects.ts';
import { enqueue } from '#functions/outbox/enqueue.ts';
import { enqueueGalleryPurge, enqueueRerenderPurge } from '#functions/outbox/public-pages.ts';
import { testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

expectLogged('effect_dead', 'effect_failed');

const api = await testApi();
const studio = await makeStudio(api, 'Llum de Mar');
beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
});

const rowOf = async (id: string) => (await api.db.pool.query('select * from grants where id = $1', [id])).rows[0];
const outbox = async () => (await api.db.pool.query('select * from outbox order by created_at, id')).rows;

/** Inserts a grant with a queued mail. */
async function wantInvite(values: object = {}): Promise<string> {
  const galleryId = await publishedGallery(api, studio, { visibility: 'invite', name: 'Boda' });
  const id = newId();
  const row = { id, account_id: studio.id, author_id: studio.owner.userId, gallery_id: galleryId };
  await insertRow(api.db.pool, 'grants', { ...row, email: `${id}@example.org`, ...values });
  await enqueue(api.services.db, studio.id, 'invite.mail', { grantId: id, redirectTo: '/p/x' }, api.clock.now());
  return id;
}

const wantPurge = () => enqueue(api.services.db, studio.id, 'cdn.purge', { slugs: ['x'] }, api.clock.now());

describe('effects', () => {
  it('run once with any number of concurrent jobs', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => wantInvite()));
    const runs = await Promise.all(Array.from({ length: 4 }, () => runOutbox(api.jobs)));
    expect(runs.reduce((sum, { done }) => sum + done, 0)).toBe(30);
    expect(api.mails.map(({ to }) => to).sort()).toEqual(ids.map((id) => `${id}@example.org`).sort());
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 0, failed: 0 });
  });

  it('commit and roll back with their transaction', async () => {
    const failing = api.services.db.transaction(async (tx) => {
      await enqueue(tx, studio.id, 'og.refresh', { galleryId: 'x' }, api.clock.now());
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await outbox()).toEqual([]);
  });

  it('are merged while pending under one key, and queued again after completion', async () => {
    const galleryId = await publishedGallery(api, studio);
    await enqueueGalleryPurge(api.services.db, studio.id, galleryId, api.clock.now(), { takesAway: true });
    await enqueueGalleryPurge(api.services.db, studio.id, galleryId, api.clock.now(), { takesAway: true });
    expect(await outbox()).toHaveLength(3);
    // The third one, `archives.prepare`, waits until the gallery has settled.
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 2, failed: 0 });
    await enqueueGalleryPurge(api.services.db, studio.id, galleryId, api.clock.now(), { takesAway: true });
    expect(await runOutbox({ ...api.jobs, clock: () => api.clock.now() + 2 })).toMatchObject({ done: 2, failed: 0 });
  });

  it('run once more when queued again meanwhile', async () => {
    const want = () =>
      enqueue(api.services.db, studio.id, 'cdn.purge', { slugs: ['x'] }, api.clock.now(), { dedupeKey: 'k' });
    let runs = 0;
    const purge = async () => {
      if (++runs === 1) await want();
    };
    await want();
    await runOutbox({ ...api.jobs, purge });
    expect(runs).toBe(2);
    expect(await runOutbox({ ...api.jobs, purge })).toMatchObject({ done: 0, failed: 0 });
  });

  it('wait for their due time', async () => {
    const runAfter = api.clock.now() + MINUTE_MS;
    const want = (at: number) =>
      enqueue(api.services.db, studio.id, 'cdn.purge', { slugs: ['x'] }, api.clock.now(), {
        runAfter: at,
        dedupeKey: 'k',
      });
    await want(runAfter);
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 0, failed: 0 });
    api.clock.advance(MINUTE_MS);
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 0 });
    await want(runAfter + MINUTE_MS);
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 0, failed: 0 });
  });

  it('retry with growing delays and stop after the last attempt', async () => {
    await wantPurge();
    const purge = () => Promise.reject(new Error('refused: secret@example.org'));
    const jobs = { ...api.jobs, purge };
    const waits: number[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect(await runOutbox(jobs)).toMatchObject({ done: 0, failed: 1 });
      expect(await runOutbox(jobs)).toMatchObject({ done: 0, failed: 0 });
      const [row] = await outbox();
      expect(row).toMatchObject({ attempts: attempt, done_at: null, locked_until: null, last_error: 'Error' });
      const wait = row.run_after.getTime() - api.clock.now();
      waits.push(Math.round(wait / 1000));
      api.clock.advance(wait + 1);
    }
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(Math.max(...waits)).toBe(3600);
    api.purged.length = 0;
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 0, failed: 0 });
    expect(api.purged).toEqual([]);
  });

  it('are claimed again from a dead job', async () => {
    const id = await wantInvite();
    await api.db.pool.query(`update outbox set locked_until = $1, attempts = 1`, [new Date(api.clock.now() + 120_000)]);
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 0, failed: 0 });
    api.clock.advance(121_000);
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 0 });
    expect(await rowOf(id)).toMatchObject({ status: 'sent' });
  });

  it('of an unknown kind fail and block nothing', async () => {
    await insertRow(api.db.pool, 'outbox', { id: newId(), kind: 'none.such' });
    const id = await wantInvite();
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 1 });
    expect(await rowOf(id)).toMatchObject({ status: 'sent' });
  });
});

describe('an invitation’s mail', () => {
  it('gets a new message id when requested again, so that no mailbox drops it as a duplicate', async () => {
    const grantId = await wantInvite();
    await runOutbox(api.jobs);
    const again = () =>
      enqueue(api.services.db, studio.id, 'invite.mail', { grantId, redirectTo: '/p/x' }, api.clock.now(), {
        dedupeKey: `invite:${grantId}`,
      });
    await again();
    await runOutbox(api.jobs);
    await again();
    await runOutbox(api.jobs);
    expect(new Set(api.mails.map(({ id }) => id)).size).toBe(3);
  });

  it('uses the customer’s language, else the studio’s, and the studio’s reply address', async () => {
    await api.db.pool.query(
      `update settings set value = value || '{"email":"hola@llum.example"}'
       where account_id = $1 and key = 'photographer'`,
      [studio.id],
    );
    await api.db.pool.query('update accounts set name = $2 where id = $1', [studio.id, 'Llum & Mar']);
    const id = await wantInvite({ label: 'Núria <3' });
    await insertCustomer(api.db.pool, studio.id, { email: `${id}@example.org`, language: 'ca' });
    const plain = await wantInvite();
    await runOutbox(api.jobs);
    const catalan = api.mails.find(({ to }) => to.startsWith(id))!;
    expect(catalan).toMatchObject({
      language: 'ca',
      fromName: 'Llum & Mar',
      replyTo: 'hola@llum.example',
      subject: 'Llum & Mar: les teves fotos són a punt',
    });
    expect(catalan.html).toContain('Hola, Núria &lt;3:');
    expect(catalan.html).not.toContain('Núria <3');
    expect(catalan.html).not.toMatch(/<img|<script|https?:\/\/(?!albumen\.test)/);
    expect(catalan.text).not.toMatch(/\{\{|undefined/);
    expect(api.mails.find(({ to }) => to.startsWith(plain))).toMatchObject({ language: 'en' });
  });

  it('uses the inviter’s reply address if the studio has none', async () => {
    await api.db.pool.query(
      `update settings set value = value || '{"email":""}' where account_id = $1 and key = 'photographer'`,
      [studio.id],
    );
    await api.db.pool.query(
      `update account_members set email = 'clara@llum.example' where account_id = $1 and user_id = $2`,
      [studio.id, studio.owner.userId],
    );
    await wantInvite();
    await runOutbox(api.jobs);
    expect(api.mails.map(({ replyTo }) => replyTo)).toEqual(['clara@llum.example']);
  });

  it('is not sent for a revoked grant or a deleted gallery', async () => {
    const revoked = await wantInvite({ status: 'revoked', revoked_at: new Date() });
    const deleted = await wantInvite();
    await api.db.pool.query(
      'update galleries set deleted_at = now() where id = (select gallery_id from grants where id = $1)',
      [deleted],
    );
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 2, failed: 0 });
    expect(api.mails).toEqual([]);
    expect((await rowOf(revoked)).status).toBe('revoked');
  });
});

describe('the CDN cache', () => {
  const db = () => api.services.db;
  const pagesOf = (slug: string) => [`/p/${slug}*`, `/api/p/${slug}*`];
  /**
   * Runs the outbox.
   * @returns the invalidation requests it sent to the CDN
   */
  const asked = async () => {
    api.purged.length = 0;
    expect((await runOutbox(api.jobs)).failed).toBe(0);
    return [...api.purged];
  };
  beforeEach(() => api.clock.advance(MINUTE_MS));

  it('invalidates pages and JSON of gallery and studio by two paths', async () => {
    const id = await publishedGallery(api, studio);
    await enqueueGalleryPurge(db(), studio.id, id, api.clock.now(), { takesAway: true });
    expect(await asked()).toEqual(pagesOf(studio.slug));
  });

  it('is not invalidated by a change that takes nothing away: its page ages out within a minute', async () => {
    const id = await publishedGallery(api, studio);
    await enqueueGalleryPurge(db(), studio.id, id, api.clock.now());
    expect(await asked()).toEqual([]);
    const kinds = await api.db.pool.query('select kind from outbox where dedupe_key = $1', [`og:${id}`]);
    expect(kinds.rows).toEqual([{ kind: 'og.refresh' }]);
  });

  it('is invalidated immediately for the first photo rendered again, and once for all within the next half minute', async () => {
    const ids = [await publishedGallery(api, studio), await publishedGallery(api, studio)];
    const burst = async () => {
      for (let i = 0; i < 20; i++) await enqueueRerenderPurge(db(), studio.id, ids[i % 2]!, api.clock.now());
    };
    await burst();
    expect(await asked()).toEqual(pagesOf(studio.slug));
    await burst();
    expect(await asked()).toEqual([]);
    // The clock also advances in real time: far from the end of the interval, so that a busy machine does not reach it.
    api.clock.advance(15_000);
    await burst();
    expect(await asked()).toEqual([]);
    api.clock.advance(15_000);
    expect(await asked()).toEqual(pagesOf(studio.slug));
    api.clock.advance(30_000);
    expect(await asked()).toEqual([]);
  });

  it('is not invalidated again immediately by changes during an invalidation', async () => {
    const id = await publishedGallery(api, studio);
    const change = () => enqueueRerenderPurge(db(), studio.id, id, api.clock.now());
    let asks = 0;
    const purge = () => (asks++, change());
    await change();
    await runOutbox({ ...api.jobs, purge });
    expect(asks).toBe(1);
    api.clock.advance(30_000);
    await runOutbox({ ...api.jobs, purge });
    expect(asks).toBe(2);
  });

  it('is invalidated immediately whenever access is revoked', async () => {
    const id = await publishedGallery(api, studio);
    await enqueueRerenderPurge(db(), studio.id, id, api.clock.now());
    await asked();
    await enqueueRerenderPurge(db(), studio.id, id, api.clock.now());
    await enqueueGalleryPurge(db(), studio.id, id, api.clock.now(), { takesAway: true });
    expect(await asked()).toEqual(pagesOf(studio.slug));
    await enqueueGalleryPurge(db(), studio.id, id, api.clock.now(), { takesAway: true });
    expect(await asked()).toEqual(pagesOf(studio.slug));
  });

  it('is not invalidated for a gallery that was never published', async () => {
    const id = await publishedGallery(api, studio, { status: 'draft', published_at: null });
    await enqueueGalleryPurge(db(), studio.id, id, api.clock.now());
    expect(await outbox()).toEqual([]);
  });

  it('gets the same idempotency key in every attempt, and a new one for a new request', async () => {
    const id = await publishedGallery(api, studio);
    const keys: string[] = [];
    const failing = (_paths: readonly string[], key: string) => {
      keys.push(key);
      return Promise.reject(new AppError('unavailable'));
    };
    const frozen = api.clock.now();
    const change = () => enqueueGalleryPurge(db(), studio.id, id, frozen, { takesAway: true });
    await change();
    await runOutbox({ ...api.jobs, purge: failing });
    api.clock.advance(10_000);
    await runOutbox({ ...api.jobs, purge: failing });
    expect(new Set(keys).size).toBe(1);
    // The clock is stopped and the effect is pending: same row, new idempotency key.
    await change();
    api.clock.advance(MINUTE_MS);
    await runOutbox({ ...api.jobs, purge: failing });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('the function', () => {
  it('handles schedule and queue events alike, also concurrently', async () => {
    capturedMetrics();
    const ids = await Promise.all(Array.from({ length: 25 }, () => wantInvite()));
    const run = createOutbox(api.jobs);
    const answers = await Promise.all([run(), run()]);
    expect(answers.map(({ batchItemFailures }) => batchItemFailures)).toEqual([[], []]);
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(25);
    expect(api.mails.map(({ to }) => to).sort()).toEqual(ids.map((id) => `${id}@example.org`).sort());
  });

  it('publishes counts of done, failed and dead effects, and nothing for an empty run', async () => {
    const lines = capturedMetrics();
    const run = createOutbox({ ...api.jobs, purge: () => Promise.reject(new Error('no')) });
    await run();
    expect(lines()).toEqual([]);
    await wantPurge();
    await run();
    await api.db.pool.query('update outbox set attempts = $1, run_after = $2', [MAX_ATTEMPTS - 1, new Date(0)]);
    await run();
    expect(lines()).toMatchObject([
      { FunctionName: 'outbox', EffectsDone: 0, EffectsFailed: 1, EffectsDead: 0 },
      { FunctionName: 'outbox', EffectsDone: 0, EffectsFailed: 1, EffectsDead: 1 },
    ]);
  });
});

describe('an effect queued again while it fails', () => {
  it('is available to the next run', async () => {
    const want = () =>
      enqueue(api.services.db, studio.id, 'cdn.purge', { slugs: ['x'] }, api.clock.now(), { dedupeKey: 'k' });
    let runs = 0;
    const purge = async () => {
      if (++runs > 1) return;
      await want();
      throw new Error('no');
    };
    await want();
    expect(await runOutbox({ ...api.jobs, purge })).toMatchObject({ done: 1, failed: 1 });
  });
});
