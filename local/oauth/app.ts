import { Hono } from 'hono';
import { isLoopback, type ProviderName, type ProviderRegistration } from '../auth/settings.ts';
import { facebookRoutes } from './facebook.ts';
import { googleRoutes, type StandIn } from './google.ts';
import { createGrants } from './grants.ts';
import { createIdTokenSigner } from './id-tokens.ts';
import { sendPicture } from './pictures.ts';
import { PROVIDERS_PATH } from './registrations.ts';

type StandInOptions = {
  /** Base URL of the server that includes the stand-ins. */
  externalUrl: string;
  registrations: Partial<Record<ProviderName, ProviderRegistration>>;
  now: () => Date;
};

const routes = { google: googleRoutes, facebook: facebookRoutes };

/** Google and Facebook under `/providers/<name>`, for this machine only. */
export function createProvidersApp({ externalUrl, registrations, now }: StandInOptions): Hono {
  const app = new Hono().use('*', async (c, next) => {
    // Refuses foreign hosts: DNS rebinding could otherwise let a foreign page sign in as anybody.
    if (!isLoopback(new URL(c.req.url).hostname)) return c.text('The stand-ins only answer as localhost', 421);
    return next();
  });
  for (const name of ['google', 'facebook'] as const) {
    const standIn: StandIn = {
      url: `${externalUrl}${PROVIDERS_PATH}/${name}`,
      client: { registration: registrations[name], callbackUrl: `${externalUrl}/auth/v1/callback` },
      grants: createGrants(now),
      signer: createIdTokenSigner(),
      now,
    };
    app.route(`/${name}`, routes[name](standIn).get('/picture', sendPicture));
  }
  return app;
}
