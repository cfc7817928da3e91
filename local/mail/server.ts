import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { FEEDBACK_KINDS, feedbackEvent, type SendFeedback, simulatedFeedback } from './feedback.ts';
import type { Message } from './messages.ts';
import { mailboxPage, PAGE_POLICY } from './page.ts';
import { type MessageStore, openStore } from './store.ts';

/** Far above a mail without attachments; larger ones are refused with 552. */
const MAX_MESSAGE_BYTES = 2 << 20;

/** Accepts mails for every recipient and delivers none. Those to the simulator's addresses come back. */
function createSmtpServer(store: MessageStore, sendFeedback?: SendFeedback): SMTPServer {
  const server = new SMTPServer({
    banner: 'Albumen mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      const raw = await readBounded(stream);
      if (!raw) throw Object.assign(new Error('Message exceeds the maximum size'), { responseCode: 552 });
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const message = await store.add(raw, to);
      if (sendFeedback) void returnSimulated(message, sendFeedback);
    }),
  });
  // A sender may disconnect in the middle of a mail.
  server.on('error', (error) => console.error('smtp:', error.message));
  return server;
}

/** Reports the mail as its simulated recipients do. The sender has its answer by then. */
async function returnSimulated(message: Message, sendFeedback: SendFeedback): Promise<void> {
  for (const address of message.to) {
    const kind = simulatedFeedback(address);
    if (!kind) continue;
    await sendFeedback(feedbackEvent(message, address, kind, new Date())).catch((error: unknown) => {
      console.error('feedback:', error);
    });
  }
}

/** Reads the stream to its end, so that the sender gets the response; null if it is too long. */
async function readBounded(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_MESSAGE_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_MESSAGE_BYTES ? Buffer.concat(chunks) : null;
}

export type Mailbox = {
  /** URL of the page and of `/messages`. */
  webUrl: string;
  smtpUrl: string;
  store: MessageStore;
  close(): Promise<void>;
};

/** Starts both servers on the loopback interface; port 0 selects a free one. */
export async function startMailbox(options: {
  folder: string;
  smtpPort: number;
  webPort: number;
  /** Reports bounces and complaints; without it there are none. */
  sendFeedback?: SendFeedback;
}): Promise<Mailbox> {
  const store = await openStore(options.folder);
  const smtp = createSmtpServer(store, options.sendFeedback);
  const web = createAdaptorServer({ fetch: createMailApp(store, options.sendFeedback).fetch });
  await listen(smtp, options.smtpPort);
  await listen(web, options.webPort);
  const portOf = (address: AddressInfo | string | null) => (typeof address === 'object' && address ? address.port : 0);
  return {
    webUrl: `http://127.0.0.1:${portOf(web.address())}`,
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    store,
    async close() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await new Promise<void>((resolve) => {
        web.close(() => resolve());
        if ('closeAllConnections' in web) web.closeAllConnections();
      });
    },
  };
}

type Listener = {
  listen(port: number, host: string, ready: () => void): unknown;
  once(event: 'error', failed: (error: Error) => void): unknown;
};

function listen(server: Listener, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

const ownHosts = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Attachments that the browser shows: pictures and documents without scripts. Others are downloaded. */
const SHOWN_TYPES = /^image\/(jpeg|png|webp|gif|avif)$|^application\/pdf$/;

/** The mailbox's page, its JSON and the attachments. */
function createMailApp(store: MessageStore, sendFeedback?: SendFeedback): Hono {
  return (
    new Hono()
      .use('*', async (c, next) => {
        // Refuses foreign hosts: DNS rebinding could otherwise expose the sign-in links to a foreign page.
        if (!ownHosts.test(c.req.header('host') ?? '')) return c.text('This mailbox only answers as localhost', 421);
        return next();
      })
      .get('/__health', (c) => c.json({ status: 'ok' }))
      .get('/messages', (c) => c.json(store.list(c.req.query('to'))))
      .get('/messages/:id', (c) => {
        const message = store.get(c.req.param('id'));
        return message ? c.json(message) : c.json({ error: 'No such message' }, 404);
      })
      .get('/messages/:id/files/:index', async (c) => {
        const { id, index } = c.req.param();
        const content = await store.file(id, Number(index));
        if (!content) return c.json({ error: 'No such file' }, 404);
        const { name, type } = store.get(id)!.files[Number(index)]!;
        const isShown = SHOWN_TYPES.test(type);
        return c.body(new Uint8Array(content), 200, {
          'Content-Type': isShown ? type : 'application/octet-stream',
          'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
          'Content-Security-Policy': "default-src 'none'",
          'X-Content-Type-Options': 'nosniff',
        });
      })
      .delete('/messages', async (c) => {
        await store.clear();
        return c.body(null, 204);
      })
      // A bounce or a complaint: the mail server or the reader of one recipient sends the mail back.
      .post('/messages/:id/feedback', async (c) => {
        const origin = c.req.header('origin');
        if (origin && URL.parse(origin)?.host !== c.req.header('host')) return c.text('Forbidden', 403);
        const message = store.get(c.req.param('id'));
        const { kind, address } = await c.req.parseBody();
        const known = FEEDBACK_KINDS.find((one) => one === kind);
        const recipient = message?.to.find((one) => one === address);
        if (!sendFeedback || !message || !known || !recipient) return c.text('No such mail', 404);
        await sendFeedback(feedbackEvent(message, recipient, known, new Date()));
        return c.redirect(`/?id=${encodeURIComponent(message.id)}`, 303);
      })
      .get('/', (c) => {
        c.header('Content-Security-Policy', PAGE_POLICY);
        c.header('Cache-Control', 'no-store');
        return c.html(mailboxPage(store.list(), c.req.query('id'), sendFeedback !== undefined));
      })
  );
}
