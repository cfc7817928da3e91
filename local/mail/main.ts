import { z } from 'zod';
import { startMailbox } from './server.ts';

const port = z.coerce.number().int().min(1).max(65_535);
const environment = z
  .object({ MAIL_SMTP_PORT: port, MAIL_WEB_PORT: port, MAIL_DIR: z.string().min(1) })
  .parse(process.env);

const mailbox = await startMailbox({
  folder: environment.MAIL_DIR,
  smtpPort: environment.MAIL_SMTP_PORT,
  webPort: environment.MAIL_WEB_PORT,
});
console.log(`mailbox ${mailbox.webUrl}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void mailbox.close().then(() => process.exit(0)));
}
