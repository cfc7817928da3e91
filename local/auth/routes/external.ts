import { Hono } from 'hono';
import { externalUrlFor } from '../external-requests.ts';
import { returnFromProvider } from '../external-callback.ts';
import type { AuthServices } from '../services.ts';

/** Redirect to a social provider, and the callback. */
export function externalRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/authorize', async (c) => c.redirect(await externalUrlFor(services, c, null), 302))
    .on(['GET', 'POST'], '/callback', (c) => returnFromProvider(services, c));
}
