import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions as Mail } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from '#local/mail/messages.ts';
import { startMailbox, type Mailbox } from '#local/mail/server.ts';
import { openStore } from '#local/mail/store.ts';

let folder: string;
let mailbox: Mailbox;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-mail-'));
  mailbox = await startMailbox({ folder, smtpPort: 0, webPort: 0 });
});

afterEach(async () => {
  await mailbox.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(mail: {
  to: string;
  subject: string;
  html?: string;
  text?: string;
  bcc?: string;
  messageId?: string;
  attachments?: Mail['attachments'];
}) {
  const transport = createTransport({ url: mailbox.smtpUrl });
  try {
    await transport.sendMail({ from: 'studio@albumen.localhost', ...mail });
  } finally {
    transport.close();
  }
}

async function messages(query = ''): Promise<Message[]> {
  return (await (await fetch(`${mailbox.webUrl}/messages${query}`)).json()) as Message[];
}

test('lists a mail with the fields that tests need', async () => {
  await send({
    to: 'Anna <anna@example.org>',
    subject: 'Les teves fotos són aquí',
    messageId: '<a@albumen.localhost>',
    html: '<p>Hola &amp; adéu</p><a href="http://localhost:4300/x?a=1&amp;b=2">Obre</a>',
  });
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    messageId: '<a@albumen.localhost>',
    to: ['anna@example.org'],
    from: 'studio@albumen.localhost',
    subject: 'Les teves fotos són aquí',
    text: 'Hola & adéu\nObre',
    links: ['http://localhost:4300/x?a=1&b=2'],
  });
  const one = await fetch(`${mailbox.webUrl}/messages/${message!.id}`);
  expect(await one.json()).toEqual(message);
  expect((await fetch(`${mailbox.webUrl}/messages/nothing`)).status).toBe(404);
});

test('lists newest first, filtered by address on request, including Bcc', async () => {
  await send({ to: 'anna@example.org', subject: 'one', text: 'see http://localhost:4300/one' });
  await send({ to: 'bea@example.org', subject: 'two', text: '2', bcc: 'ANNA@example.org' });
  await send({ to: 'bea@example.org', subject: 'three', text: '3' });
  expect((await messages()).map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
  expect((await messages('?to=Anna@example.org')).map(({ subject }) => subject)).toEqual(['two', 'one']);
  expect((await messages('?to=anna@example.org'))[1]?.links).toEqual(['http://localhost:4300/one']);
});

test('keeps mails across a restart, one file each, until they are deleted', async () => {
  await send({ to: 'anna@example.org', subject: 'kept', text: '1' });
  await send({ to: 'anna@example.org', subject: 'kept too', text: '2' });
  expect(await readdir(folder)).toHaveLength(2);
  await mailbox.close();
  mailbox = await startMailbox({ folder, smtpPort: 0, webPort: 0 });
  expect((await messages()).map(({ subject }) => subject)).toEqual(['kept too', 'kept']);
  expect((await fetch(`${mailbox.webUrl}/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await messages()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('deletes the oldest mails to make room', async () => {
  const store = await openStore(folder, 2);
  for (const subject of ['1', '2', '3']) {
    await store.add(Buffer.from(`Subject: ${subject}\r\n\r\n.`), ['anna@example.org']);
  }
  expect(store.list().map(({ subject }) => subject)).toEqual(['3', '2']);
  expect(await readdir(folder)).toHaveLength(2);
});

test('refuses a mail that is too large and accepts the next one', async () => {
  const large = send({ to: 'anna@example.org', subject: 'large', text: 'x'.repeat(3 << 20) });
  await expect(large).rejects.toMatchObject({ responseCode: 552 });
  await send({ to: 'anna@example.org', subject: 'small', text: '.' });
  expect((await messages()).map(({ subject }) => subject)).toEqual(['small']);
});

test('shows a mail in a sandbox and escapes its content', async () => {
  await send({
    to: 'anna@example.org',
    subject: '<script>alert(1)</script>',
    html: '<script>parent.alert(1)</script><a href="http://localhost:4300/go">Go</a>',
  });
  const page = await fetch(mailbox.webUrl);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<script>parent');
  expect(html).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(html).not.toContain('allow-scripts');
  expect(html).toContain('&#60;base target=&#34;_blank&#34;&#62;');
});

test('shows pictures within a mail, links other attachments, and deletes both with it', async () => {
  const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const attachments = [
    { filename: 'cover.jpg', contentType: 'image/jpeg', content: picture, cid: 'cover' },
    { filename: 'Receipt <1>.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
    { filename: 'page.html', contentType: 'text/html', content: '<script>alert(1)</script>' },
  ];
  await send({
    to: 'anna@example.org',
    subject: 'photos',
    html: '<img src="cid:cover"><img src="cid:x">',
    attachments,
  });
  const [message] = await messages();
  expect(message!.html).toContain('cid:cover');
  const page = await (await fetch(mailbox.webUrl)).text();
  const href = (index: number) => `/messages/${message!.id}/files/${index}`;
  expect(page).toContain(`&#60;img src=&#34;${href(0)}&#34;&#62;&#60;img src=&#34;cid:x&#34;&#62;`);
  expect(page).toContain(`<a href="${href(1)}" target="_blank">Receipt &#60;1&#62;.pdf</a>`);
  const [shown, pdf, unsafe] = await Promise.all([0, 1, 2].map((index) => fetch(mailbox.webUrl + href(index))));
  expect(Buffer.from(await shown!.arrayBuffer()).equals(picture)).toBe(true);
  expect([shown, pdf, unsafe].map((file) => file!.headers.get('content-type'))).toEqual([
    'image/jpeg',
    'application/pdf',
    'application/octet-stream',
  ]);
  expect((await fetch(mailbox.webUrl + href(3))).status).toBe(404);
  await fetch(`${mailbox.webUrl}/messages`, { method: 'DELETE' });
  expect(await readdir(folder)).toEqual([]);
});

test('answers under this machine’s names only', async () => {
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${mailbox.webUrl}/messages`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await status('localhost:4301')).toBe(200);
  expect(await status('attacker.example')).toBe(421);
});

test('stores nothing when the sender disconnects in the middle', async () => {
  const { hostname, port } = new URL(mailbox.smtpUrl);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.once('data', () => socket.write('HELO x\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\nSubject: half'));
  await new Promise<void>((resolve) => {
    socket.on('data', (data) => data.toString().includes('354') && resolve());
  });
  socket.destroy();
  await closed;
  await send({ to: 'anna@example.org', subject: 'whole', text: '.' });
  expect((await messages()).map(({ subject }) => subject)).toEqual(['whole']);
});
