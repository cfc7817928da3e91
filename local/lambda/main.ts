import { z } from 'zod';
import { handler as api } from '#functions/http-api.ts';
import { handler as ingest } from '#functions/images/ingest.ts';
import { handler as transform } from '#functions/images/transform.ts';
import { handler as ogSweep } from '#functions/jobs/og-sweep.ts';
import { handler as outbox } from '#functions/jobs/outbox.ts';
import { handler as trash } from '#functions/jobs/trash.ts';
import { handler as uploadsSweep } from '#functions/jobs/uploads-sweep.ts';
import { handler as page } from '#functions/page/page.ts';
import { startLambdaHost } from './host.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const env = z.object({ LAMBDA_PORT: z.coerce.number().int(), LAMBDA_QUEUE_FILE: z.string().min(1) }).parse(process.env);

const host = await startLambdaHost({
  port: env.LAMBDA_PORT,
  queueFile: env.LAMBDA_QUEUE_FILE,
  functions: {
    api,
    transform,
    page,
    ingest,
    scheduled: [
      { name: 'outbox', handler: outbox, everyMs: SECOND },
      { name: 'og-sweep', handler: ogSweep, everyMs: MINUTE },
      { name: 'trash', handler: trash, everyMs: MINUTE },
      { name: 'uploads-sweep', handler: uploadsSweep, everyMs: MINUTE },
    ],
  },
});
console.log(`functions listening on ${host.origin}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void host.close().finally(() => process.exit(0)));
}
