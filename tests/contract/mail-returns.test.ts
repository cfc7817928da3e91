import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseFeedback } from '#functions/jobs/mail-feedback-event.ts';
import { MAIL_EVENTS_PATH } from '#local/lambda/event-paths.ts';
import { type LambdaHost, startLambdaHost } from '#local/lambda/host.ts';
import { feedbackPoster } from '#local/mail/feedback.ts';
import type { Message } from '#local/mail/messages.ts';
import { type Mailbox, startMailbox } from '#local/mail/server.ts';

/* The local mailbox sends mails back as Amazon SES does: through the function host's queue to the function. */

const MAIL_ID = 'v8q2m4k6t0z1x3c5b7n9';
const SIMULATED = 'bounce+label@simulator.amazonses.com';

let folder: string;
let host: LambdaHost;
let mailbox: Mailbox;
const received: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-returns-'));
  received.length = 0;
  const nothing = () => Promise.resolve({ statusCode: 200 });
  host = await startLambdaHost({
    port: 0,
    queueFile: ':memory:',
    mailQueueFile: ':memory:',
    functions: {
      api: nothing,
      transform: nothing,
      page: nothing,
      ingest: () => Promise.resolve(),
      mailEvents: async (event: SQSEvent) => void received.push(...event.Records.map(({ body }) => body)),
      scheduled: [],
    },
  });
  const sendFeedback = feedbackPoster(host.origin + MAIL_EVENTS_PATH);
  mailbox = await startMailbox({ folder, smtpPort: 0, webPort: 0, sendFeedback });
});
afterEach(async () => {
  await Promise.all([mailbox.close(), host.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function send(to: string): Promise<Message> {
  const transport = createTransport({ url: mailbox.smtpUrl });
  const messageId = `<${MAIL_ID}@albumen.localhost>`;
  await transport.sendMail({ from: 'studio@albumen.localhost', to, subject: 'Photos', text: '.', messageId });
  transport.close();
  return mailbox.store.list()[0]!;
}
const feedback = () => expect.poll(() => received.map(parseFeedback));
const press = (id: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${mailbox.webUrl}/messages/${id}/feedback`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(body),
    redirect: 'manual',
  });
const account = { sendingAccountId: '000000000000', mailId: MAIL_ID };

test('a mail to an address of the simulator bounces automatically', async () => {
  await send(SIMULATED);
  await feedback().toEqual([{ ...account, recipients: [{ address: SIMULATED, isUnknown: true }], outcome: 'bounce' }]);
});

test('a mail is sent back by the buttons of its page, once for each of its recipients', async () => {
  const { id } = await send('anna@example.org');
  const page = await (await fetch(mailbox.webUrl)).text();
  expect(page).toContain('Bounce from anna@example.org');
  expect((await press(id, { kind: 'complaint', address: 'anna@example.org' })).status).toBe(303);
  await feedback().toEqual([
    { ...account, recipients: [{ address: 'anna@example.org', isUnknown: false }], outcome: 'complaint' },
  ]);
});

test('nothing comes back from strangers, to strangers or for a page of another origin', async () => {
  const { id } = await send('anna@example.org');
  const bounce = { kind: 'bounce', address: 'anna@example.org' };
  expect((await press(id, bounce, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await press(id, { ...bounce, address: 'bea@example.org' })).status).toBe(404);
  expect((await press(id, { ...bounce, kind: 'praise' })).status).toBe(404);
  const forged = { method: 'POST', body: '{}', headers: { origin: 'https://evil.example' } };
  expect((await fetch(host.origin + MAIL_EVENTS_PATH, forged)).status).toBe(403);
  expect(received).toEqual([]);
});
