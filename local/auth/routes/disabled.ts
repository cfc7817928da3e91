import { Hono } from 'hono';
import { notFound } from '../errors.ts';

/** Responses of a project without passkeys and without an OAuth server. */
export function disabledRoutes(): Hono {
  return new Hono()
    .all('/passkeys/*', () => {
      throw notFound('passkey_disabled', 'Passkeys are disabled');
    })
    .all('/oauth/*', () => {
      throw notFound('feature_disabled', 'OAuth server is disabled');
    });
}
