import { Hono } from 'hono';
import { requireUser } from '../authentication.ts';
import { badRequest, forbidden, notFound } from '../errors.ts';
import { inTransaction, type AuthServices } from '../services.ts';

/** What a project answers whose social sign-in and passkeys are switched off. */
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
    .all('/passkeys/*', () => {
      throw notFound('passkey_disabled', 'Passkeys are disabled');
    })
    .all('/oauth/*', () => {
      throw notFound('feature_disabled', 'OAuth server is disabled');
    });
}
