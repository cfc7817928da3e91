import { z } from 'zod';
import { endpoints, functionOf, type Group } from '#core/api/endpoints.ts';
import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { apiGateway, type GroupFunctions } from './api-gateway.ts';
import { startLambdaHost } from './host.ts';
import { type Handler, withInstances } from './invoke.ts';

const env = z
  .object({
    LAMBDA_PORT: z.coerce.number().int(),
    LAMBDA_QUEUE_FILE: z.string().min(1),
    LAMBDA_OUTBOX_QUEUE_FILE: z.string().min(1),
    LAMBDA_ARCHIVES_QUEUE_FILE: z.string().min(1),
    LAMBDA_MAIL_QUEUE_FILE: z.string().min(1),
    AWS_REGION: z.string(),
    AWS_ACCESS_KEY_ID: z.string(),
    AWS_SECRET_ACCESS_KEY: z.string(),
  })
  .parse(process.env);

/** Scheduled functions. Locally the sweeps run every minute, so that their effects can be watched. */
const SCHEDULE = [
  { name: 'outbox', everyMs: SECOND_MS },
  { name: 'archive-packer', everyMs: MINUTE_MS, timeoutMs: 15 * MINUTE_MS },
  ...['og-sweep', 'reminders', 'trash', 'uploads-sweep', 'usage', 'vitals'].map((name) => ({
    name,
    everyMs: MINUTE_MS,
  })),
];

/** Loads a function from its entry, as Lambda does. */
async function load(name: string) {
  const { handler } = (await import(`#functions/entries/${name}.ts`)) as { handler: Handler<unknown, never> };
  return handler;
}

/** Loads a function that answers HTTP. */
const loadHttp = async (name: string) => withInstances(name, await load(name));

const groups = Object.fromEntries(
  await Promise.all(
    (Object.keys(endpoints) as Group[]).map(async (group) => [group, await loadHttp(functionOf(group))]),
  ),
) as GroupFunctions;

const host = await startLambdaHost({
  port: env.LAMBDA_PORT,
  queueFile: env.LAMBDA_QUEUE_FILE,
  mailQueueFile: env.LAMBDA_MAIL_QUEUE_FILE,
  sqs: {
    outboxFile: env.LAMBDA_OUTBOX_QUEUE_FILE,
    archivesFile: env.LAMBDA_ARCHIVES_QUEUE_FILE,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
    region: env.AWS_REGION,
  },
  sockets: {
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
    region: env.AWS_REGION,
  },
  functions: {
    api: apiGateway(groups, await loadHttp('unmatched')),
    transform: await loadHttp('transform'),
    page: await loadHttp('page'),
    ingest: await load('ingest'),
    outbox: await load('outbox'),
    live: await load('live'),
    archivePacker: await load('archive-packer'),
    mailEvents: await load('mail-events'),
    scheduled: await Promise.all(SCHEDULE.map(async (one) => ({ ...one, handler: await load(one.name) }))),
  },
});
console.log(`functions listening on ${host.origin}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void host.close().finally(() => process.exit(0)));
}
