import { Hono } from 'hono';
import { z } from 'zod';
import { requireUser } from '../authentication.ts';
import { badRequest, forbidden, notFound, unprocessable } from '../errors.ts';
import { isUuid, optionalText, readBody } from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';

const factorBody = z.object({ factor_type: optionalText });

const factorNames = new Map([
  ['totp', 'TOTP'],
  ['phone', 'Phone'],
  ['webauthn', 'WebAuthn'],
]);

/** What a project answers whose social sign-in, second factors, single sign-on and passkeys are switched off. */
export function disabledRoutes(services: AuthServices): Hono {
  const manualLinkingDisabled = () => notFound('manual_linking_disabled', 'Manual linking is disabled');
  const requireSignedIn = async (c: Parameters<typeof requireUser>[1]) => {
    const load = await requireUser(services, c);
    const { user } = await inTransaction(services, load);
    if (user.is_anonymous) {
      throw forbidden('no_authorization', 'Anonymous user not allowed to perform these actions');
    }
  };
  return new Hono()
    .get('/authorize', () => {
      throw badRequest('Unsupported provider: provider is not enabled');
    })
    .on(['GET', 'POST'], '/callback', (c) => {
      // No flow was ever started, so whatever state comes back is none of ours: back to the site, query only.
      const url = new URL(services.settings.siteUrl);
      url.searchParams.set('error', 'invalid_request');
      url.searchParams.set('error_code', c.req.query('state') ? 'bad_oauth_state' : 'bad_oauth_callback');
      const description = c.req.query('state') ? 'OAuth state is invalid' : 'OAuth state parameter missing';
      url.searchParams.set('error_description', description);
      return c.redirect(url.toString(), 303);
    })
    .all('/user/identities/*', async (c) => {
      await requireSignedIn(c);
      throw manualLinkingDisabled();
    })
    .post('/factors', async (c) => {
      await requireSignedIn(c);
      const { factor_type: type } = await readBody(c, factorBody);
      const name = factorNames.get(type);
      if (!name) throw badRequest('factor_type needs to be totp, phone, or webauthn');
      throw unprocessable(`mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`);
    })
    .all('/factors/:id/*', (c) => noFactor(c.req.param('id'), () => requireSignedIn(c)))
    .delete('/factors/:id', (c) => noFactor(c.req.param('id'), () => requireSignedIn(c)))
    .all('/sso/*', () => {
      throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled');
    })
    .all('/passkeys/*', () => {
      throw notFound('passkey_disabled', 'Passkeys are disabled');
    })
    .all('/oauth/*', () => {
      throw notFound('feature_disabled', 'OAuth server is disabled');
    });
}

async function noFactor(id: string, requireSignedIn: () => Promise<void>): Promise<never> {
  await requireSignedIn();
  if (!isUuid(id)) throw notFound('validation_failed', 'factor_id must be an UUID');
  throw notFound('mfa_factor_not_found', 'Factor not found');
}
