import { z } from 'zod';
import { handler as accounts } from '#functions/entries/accounts.ts';
import { handler as archivePacker } from '#functions/entries/archive-packer.ts';
import { handler as archives } from '#functions/entries/archives.ts';
import { handler as booking } from '#functions/entries/booking.ts';
import { handler as calendar } from '#functions/entries/calendar.ts';
import { handler as galleries } from '#functions/entries/galleries.ts';
import { handler as images } from '#functions/entries/images.ts';
import { handler as ingest } from '#functions/entries/ingest.ts';
import { handler as invites } from '#functions/entries/invites.ts';
import { handler as me } from '#functions/entries/me.ts';
import { handler as members } from '#functions/entries/members.ts';
import { handler as ogSweep } from '#functions/entries/og-sweep.ts';
import { handler as outbox } from '#functions/entries/outbox.ts';
import { handler as page } from '#functions/entries/page.ts';
import { handler as payments } from '#functions/entries/payments.ts';
import { handler as publicPages } from '#functions/entries/public-pages.ts';
import { handler as reminders } from '#functions/entries/reminders.ts';
import { handler as transform } from '#functions/entries/transform.ts';
import { handler as trash } from '#functions/entries/trash.ts';
import { handler as unmatched } from '#functions/entries/unmatched.ts';
import { handler as uploadsSweep } from '#functions/entries/uploads-sweep.ts';
import { handler as uploads } from '#functions/entries/uploads.ts';
import { handler as vitals } from '#functions/entries/vitals.ts';
import { handler as watermarks } from '#functions/entries/watermarks.ts';
import { handler as zero } from '#functions/entries/zero.ts';
import { apiGateway } from './api-gateway.ts';
import { startLambdaHost } from './host.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const env = z
  .object({
    LAMBDA_PORT: z.coerce.number().int(),
    LAMBDA_QUEUE_FILE: z.string().min(1),
    LAMBDA_OUTBOX_QUEUE_FILE: z.string().min(1),
    LAMBDA_ARCHIVES_QUEUE_FILE: z.string().min(1),
    AWS_REGION: z.string(),
    AWS_ACCESS_KEY_ID: z.string(),
    AWS_SECRET_ACCESS_KEY: z.string(),
  })
  .parse(process.env);

const host = await startLambdaHost({
  port: env.LAMBDA_PORT,
  queueFile: env.LAMBDA_QUEUE_FILE,
  sqs: {
    outboxFile: env.LAMBDA_OUTBOX_QUEUE_FILE,
    archivesFile: env.LAMBDA_ARCHIVES_QUEUE_FILE,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
    region: env.AWS_REGION,
  },
  functions: {
    api: apiGateway(
      {
        accounts,
        archives,
        booking,
        calendar,
        galleries,
        images,
        invites,
        me,
        members,
        payments,
        publicPages,
        uploads,
        watermarks,
        zero,
      },
      unmatched,
    ),
    transform,
    page,
    ingest,
    outbox,
    archivePacker,
    scheduled: [
      { name: 'outbox', handler: outbox, everyMs: SECOND },
      { name: 'archive-packer', handler: archivePacker, everyMs: MINUTE, timeoutMs: 15 * MINUTE },
      { name: 'og-sweep', handler: ogSweep, everyMs: MINUTE },
      { name: 'reminders', handler: reminders, everyMs: MINUTE },
      { name: 'trash', handler: trash, everyMs: MINUTE },
      { name: 'uploads-sweep', handler: uploadsSweep, everyMs: MINUTE },
      { name: 'vitals', handler: vitals, everyMs: MINUTE },
    ],
  },
});
console.log(`functions listening on ${host.origin}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void host.close().finally(() => process.exit(0)));
}
