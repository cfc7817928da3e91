/*
 * The jobs `usage` and `outbox`, again and again, in a process that is killed: `statement-process.ts <JSON of its
 * options>`. It says `ready`, and begins when it is told so.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { meterUsage } from '#functions/jobs/sample-usage.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { connectDatabase } from '#functions/platform/db/database.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import { cardPayments } from '#functions/platform/stripe-client.ts';

export interface ProcessOptions {
  databaseUrl: string;
  stripeUrl: string;
  secretKey: string;
  billingFrom: string;
}

/** What the parent tells: the time at which the process works. */
export interface Go {
  now: number;
}

process.on('disconnect', () => process.exit(1));
const { databaseUrl, stripeUrl, secretKey, billingFrom } = JSON.parse(process.argv[2]!) as ProcessOptions;
const db = connectDatabase(databaseUrl, 12);
const cards = { ...cardPayments({ secretKey, webhookSecret: 'whsec_0', apiUrl: stripeUrl }), billingSecret: null };
const started = Promise.withResolvers<Go>();
process.on('message', (go: Go) => started.resolve(go));
process.send!('ready');
const { now } = await started.promise;
const begun = Date.now();
const jobs = {
  db,
  cards,
  billingFrom,
  clock: () => now + Date.now() - begun,
  appOrigin: 'https://albumen.test',
  sendMail: async ({ id, to, subject }: Parameters<JobServices['sendMail']>[0]) => {
    await new Promise((sent) => process.send!({ mail: { id, to, subject } }, sent));
  },
  purge: () => Promise.resolve(),
  postToConnection: () => Promise.resolve(),
} as unknown as JobServices;
for (;;) {
  await meterUsage(jobs);
  const { done, failed } = await runOutbox(jobs);
  if (done + failed === 0) process.send!('idle');
  await sleep(20);
}
