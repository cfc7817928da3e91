import { Hono } from 'hono';
import { externalUrlFor } from '../external-requests.ts';
import { returnFromProvider } from '../external-callback.ts';
import type { AuthServices } from '../services.ts';

/** The way to a provider of social sign-in and back. */
export function externalRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/authorize', async (c) => c.redirect(await externalUrlFor(services, c, null), 302))
    .on(['GET', 'POST'], '/callback', (c) => returnFromProvider(services, c));
}
