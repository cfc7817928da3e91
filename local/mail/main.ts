import { z } from 'zod';
import { feedbackPoster } from './feedback.ts';
import { startMailbox } from './server.ts';

const port = z.coerce.number().int().min(1).max(65_535);
const environment = z
  .object({ MAIL_SMTP_PORT: port, MAIL_WEB_PORT: port, MAIL_DIR: z.string().min(1), MAIL_EVENTS_URL: z.url() })
  .parse(process.env);

const mailbox = await startMailbox({
  folder: environment.MAIL_DIR,
  smtpPort: environment.MAIL_SMTP_PORT,
  webPort: environment.MAIL_WEB_PORT,
  sendFeedback: feedbackPoster(environment.MAIL_EVENTS_URL),
});
console.log(`mailbox ${mailbox.webUrl}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void mailbox.close().then(() => process.exit(0)));
}
