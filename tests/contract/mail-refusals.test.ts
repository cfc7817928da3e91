import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mail, mailer, type SendMail } from '#functions/platform/mail.ts';
import { expectLogged } from '../support/expected-log.ts';
import { refusal } from '../support/smtp-refusal.ts';

expectLogged('mail_refused');

const MAIL: Mail = {
  to: 'nuria@example.org',
  fromName: 'Llum & Mar',
  replyTo: 'hola@llum.example',
  subject: 'Confirmada',
  text: 'Hola',
  html: '<p>Hola</p>',
  language: 'ca',
  id: 'message-1',
};

let server: SMTPServer;
let url: string;
let send: SendMail;
const received: Buffer[] = [];
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refusal(address)),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  url = `smtp://127.0.0.1:${port}`;
  send = mailer(url, 'studio@albumen.test');
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

describe('the mail server', () => {
  it.each([
    [550, 'mail_refused'],
    [553, 'mail_refused'],
    [450, 'unavailable'],
    [421, 'unavailable'],
  ])('answers %i to a recipient: %s', async (code, outcome) => {
    await expect(send({ ...MAIL, to: `${code}@example.org` })).rejects.toMatchObject({ code: outcome });
  });

  it('delivers a calendar invitation and attachments with their types', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';
    const files = [{ filename: 'Rebut A-1.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') }];
    await send({ ...MAIL, calendar: { method: 'REQUEST', content }, files });
    const raw = received.at(-1)!;
    const { attachments, messageId } = await PostalMime.parse(raw);
    expect(messageId).toBe('<message-1@albumen.test>');
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual(
      expect.arrayContaining([
        ['session.ics', 'application/ics'],
        ['Rebut A-1.pdf', 'application/pdf'],
      ]),
    );
    expect(raw.toString()).toMatch(/Content-Type: text\/calendar; charset=utf-8;\s+method=REQUEST/i);
  });

  it('learns the configuration set of SES, where there is one', async () => {
    const set = async () => {
      const { headers } = await PostalMime.parse(received.at(-1)!);
      return headers.find(({ key }) => key === 'x-ses-configuration-set')?.value;
    };
    await send(MAIL);
    expect(await set()).toBeUndefined();
    await mailer(url, 'studio@albumen.test', 'albumen-production-mail')(MAIL);
    expect(await set()).toBe('albumen-production-mail');
  });

  it('does not allow header injection by name or subject', async () => {
    const evil = 'x\r\nBcc: evil@example.org';
    await send({ ...MAIL, fromName: evil, subject: evil });
    const { headers } = await PostalMime.parse(received.at(-1)!);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
  });
});
