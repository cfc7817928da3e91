import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { FEEDBACK_KINDS, feedbackEvent, type SendFeedback } from './feedback.ts';
import { mailboxPage, PAGE_POLICY } from './page.ts';
import { createSmtpServer } from './smtp.ts';
import { type MessageStore, openStore } from './store.ts';

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
