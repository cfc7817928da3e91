import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { errorBody } from '#core/api/errors.ts';
import { mutators } from '#core/zero/mutators.ts';
import { mutate } from '#local/demo/back-office.ts';
import type { Scene } from '../scene.ts';
import { newId, publishGallery } from '../studio.ts';
import { until } from '../until.ts';

/** Cache lifetime of a page in the distribution. */
const KEPT_MS = MINUTE_MS;

export function pages(current: () => Scene): void {
  const open = (path: string, init?: RequestInit) => fetch(current().stage.origin + path, init);
  const pageOf = (galleryId: string) => `/p/${current().studio.account.slug}/gallery/${galleryId}`;

  describe('pages', () => {
    it('embed their data and refer to existing files', async () => {
      const { studio, galleryId, photo } = current();
      const answer = await open(pageOf(galleryId));
      const html = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(html).toContain(`Wedding ${studio.marker}`);
      expect(html).toContain(photo.fileId);
      const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect((await open(file)).status, file).toBe(200);
    });

    it('are one document for the whole back office', async () => {
      const answer = await open('/app/galleries');
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(current().stage.deployment.installation.authUrl);
    });

    it('answer 404 if they do not exist', async () => {
      const answer = await open(`/p/nobody-${newId()}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    });

    it('are purged when a gallery closes, though the distribution caches them', async () => {
      const { studio } = current();
      const galleryId = await publishGallery(studio);
      const isOpen = async () => (await (await open(pageOf(galleryId))).text()).includes(`Wedding ${studio.marker}`);
      expect(await isOpen()).toBe(true);
      // The purge of its publication may still be pending.
      const kept = async () => (await open(pageOf(galleryId))).headers.get('x-cache') === 'hit' || undefined;
      await until('the kept page', kept, KEPT_MS / 2);
      await mutate(studio.office, mutators.galleries.setStatus({ id: galleryId, to: 'hidden', now: Date.now() }));
      await until('the closed page', async () => ((await isOpen()) ? undefined : true), KEPT_MS / 2);
    });
  });

  describe('an unknown route', () => {
    it.each([
      ['GET', '/api/nothing', 404, 'not_found'],
      ['DELETE', '/api/accounts', 405, 'method_not_allowed'],
    ] as const)('%s %s is answered in our words', async (method, path, status, code) => {
      const { calls } = current().stage.deployment.functionNamed('unmatched').lambda.figures;
      const answer = await open(path, { method });
      expect([answer.status, errorBody.parse(await answer.json()).error.code]).toEqual([status, code]);
      expect(current().stage.deployment.functionNamed('unmatched').lambda.figures.calls).toBe(calls + 1);
    });
  });
}
