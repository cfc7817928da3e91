import { createTransport } from 'nodemailer';

/** Timeouts of the mail server in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** Connects to a mail server and signs in, as functions do (functions/platform/mail.ts); sends nothing. @throws Error */
export async function signInToMail(url: string): Promise<void> {
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
