import { beforeAll, expect, it } from 'vitest';
import { createGroups } from '#functions/handlers.ts';
import { createOutbox } from '#functions/jobs/outbox-runner.ts';
import { sqsTrigger } from '#functions/platform/aws/queues.ts';
import { createUnmatched } from '#functions/platform/http/unmatched.ts';
import { apiGateway } from '#local/lambda/api-gateway.ts';
import { type LambdaHost, startLambdaHost } from '#local/lambda/host.ts';
import { OUTBOX_QUEUE_PATH } from '#local/lambda/sqs.ts';
import { type ApiStack, ORIGIN_SECRET, startApi } from '../support/api.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret-of-tests', region: 'eu-south-2' };

let api: ApiStack;
let studio: Studio;
let host: LambdaHost;
beforeAll(async () => {
  api = await startApi();
  studio = await makeStudio(api);
  // Runs the functions as deployed, side by side, without a schedule.
  const services = {
    ...api.services,
    triggerOutbox: (delay: number) => sqsTrigger(host.origin + OUTBOX_QUEUE_PATH, KEYS)(delay),
  };
  const nothing = () => Promise.resolve({ statusCode: 404 });
  host = await startLambdaHost({
    port: 0,
    queueFile: ':memory:',
    sqs: { outboxFile: ':memory:', credentials: KEYS, region: KEYS.region },
    functions: {
      api: apiGateway(createGroups(services), createUnmatched(services)),
      transform: nothing,
      page: nothing,
      ingest: () => Promise.resolve(),
      outbox: createOutbox(api.jobs),
      scheduled: [],
    },
  });
  return async () => {
    await host.close();
    await api.close();
  };
});

it('mails an invitation without the outbox’s schedule', async () => {
  const lines = capturedMetrics();
  const galleryId = await publishedGallery(api, studio, { visibility: 'invite' });
  const answer = await fetch(`${host.origin}/api/auth/invite`, {
    method: 'POST',
    headers: {
      'x-origin-secret': ORIGIN_SECRET,
      'x-channel': 'backoffice',
      'x-account-id': studio.id,
      'content-type': 'application/json',
      authorization: `Bearer ${await api.issuer.sign(studio.owner)}`,
    },
    body: JSON.stringify({ email: 'nuria@example.org', data: { galleryId, accountSlug: studio.slug } }),
  });
  expect(answer.status).toBe(201);
  await expect.poll(() => api.mails.map(({ to }) => to), { timeout: 5000 }).toEqual(['nuria@example.org']);
  // The mail, and the preparation of the gallery's archives.
  await expect.poll(() => lines().map((line) => line['EffectsDone']), { timeout: 5000 }).toEqual([2]);
});
