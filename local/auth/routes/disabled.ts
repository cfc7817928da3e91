import { Hono } from 'hono';
import { notFound } from '../errors.ts';

/** What a project answers whose passkeys are switched off, and which signs nobody in for other products. */
export function disabledRoutes(): Hono {
  return new Hono()
    .all('/passkeys/*', () => {
      throw notFound('passkey_disabled', 'Passkeys are disabled');
    })
    .all('/oauth/*', () => {
      throw notFound('feature_disabled', 'OAuth server is disabled');
    });
}
