import { Hono } from 'hono';
import { mailboxPage, PAGE_POLICY } from './page.ts';
import type { MessageStore } from './store.ts';

const ownHosts = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The mailbox's page and its JSON. */
export function createMailApp(store: MessageStore): Hono {
  return new Hono()
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
    .delete('/messages', async (c) => {
      await store.clear();
      return c.body(null, 204);
    })
    .get('/', (c) => {
      c.header('Content-Security-Policy', PAGE_POLICY);
      c.header('Cache-Control', 'no-store');
      return c.html(mailboxPage(store.list(), c.req.query('id')));
    });
}
