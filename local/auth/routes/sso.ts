import { Hono } from 'hono';
import { notFound } from '../errors.ts';

/** Single sign-on of a project without a provider. */
export function ssoRoutes(): Hono {
  return new Hono().post('/sso', () => {
    throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled');
  });
}
