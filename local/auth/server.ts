import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { JWK } from 'jose';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { createProvidersApp } from '../oauth/app.ts';
import { PROVIDERS_PATH } from '../oauth/registrations.ts';
import { requireApiKey } from './authentication.ts';
import { API_VERSION_HEADER, AuthError, errorResponse } from './errors.ts';
import { returnFromProvider } from './external-callback.ts';
import { externalUrlFor } from './external-requests.ts';
import { createSigningKeys, generateSigningKey } from './keys.ts';
import { createMailer } from './mails.ts';
import { createProviders } from './providers/providers.ts';
import { createRateLimiter } from './rate-limits.ts';
import { aboutRoutes, ssoRoutes } from './routes/about.ts';
import { adminLinkRoutes } from './routes/admin-links.ts';
import { adminUserRoutes } from './routes/admin-users.ts';
import { factorRoutes } from './routes/factors.ts';
import { identityRoutes } from './routes/identities.ts';
import { mailRequestRoutes } from './routes/mail-requests.ts';
import { signUpRoutes } from './routes/sign-up.ts';
import { tokenRoutes } from './routes/token.ts';
import { userRoutes } from './routes/user.ts';
import { verifyRoutes } from './routes/verify.ts';
import type { AuthServices } from './services.ts';
import { type AuthSettings, defaultSettings, refuseProduction, type RequiredSettings } from './settings.ts';

/** As hosted: 1 MB. */
const MAX_BODY_BYTES = 1 << 20;

const allRoutes = [
  aboutRoutes,
  signUpRoutes,
  tokenRoutes,
  mailRequestRoutes,
  verifyRoutes,
  userRoutes,
  adminUserRoutes,
  adminLinkRoutes,
  externalRoutes,
  identityRoutes,
  factorRoutes,
  ssoRoutes,
];

/** The REST interface of Supabase Auth under `/auth/v1`, as a hosted project's gateway shows it. */
function createAuthApp(services: AuthServices): Hono {
  const app = new Hono();
  app.use('*', cors({ origin: '*', exposeHeaders: ['X-Total-Count', 'Link', API_VERSION_HEADER], maxAge: 3_600 }));
  app.use('*', async (c, next) => {
    // Hono runs the GET handler for HEAD, but a mail scanner's HEAD must not consume a link.
    if (c.req.method === 'HEAD') return c.body(null, 405);
    return next();
  });
  app.use('*', requireApiKey(services));
  app.use(
    '*',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => {
        // The rest of the body stays unread, so the connection cannot be reused.
        c.header('Connection', 'close');
        const message = `Request body too large (max ${MAX_BODY_BYTES} bytes)`;
        return errorResponse(new AuthError(413, 'request_entity_too_large', message), c);
      },
    }),
  );
  for (const routes of allRoutes) app.route('/auth/v1', routes(services));
  app.onError(errorResponse);
  return app;
}

/** Redirect to a social provider, and the callback. */
function externalRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/authorize', async (c) => c.redirect(await externalUrlFor(services, c, null), 302))
    .on(['GET', 'POST'], '/callback', (c) => returnFromProvider(services, c));
}

type AuthServerOptions = {
  /** 0 selects a free port. */
  port: number;
  /** Must have the `auth` schema (`applyAuthSchema`). */
  databaseUrl: string;
  smtpUrl: string;
  /** A private ES256 JWK; by default a new one per start. */
  signingKey?: JWK;
  settings: RequiredSettings & Partial<AuthSettings>;
};

export type AuthServer = {
  /** Listening URL, without `/auth/v1`. */
  url: string;
  close(): Promise<void>;
};

/** Starts the auth server on the loopback interface; throws if one of its URLs is not on this machine. */
export async function startAuth(options: AuthServerOptions): Promise<AuthServer> {
  const settings: AuthSettings = { ...defaultSettings, ...options.settings };
  refuseProduction({
    'the database': options.databaseUrl,
    'the mail server': options.smtpUrl,
    'the site': settings.siteUrl,
    'its own address': settings.externalUrl,
    ...Object.fromEntries(Object.entries(settings.externalProviders).map(([name, { url }]) => [name, url])),
  });
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: 8,
    // A blocked database causes an error that the client retries, instead of a hang.
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  let closing = false;
  // An idle connection that breaks is replaced by the next query.
  pool.on('error', (error) => {
    if (!closing) console.error('database connection lost:', error.message);
  });
  const mailer = createMailer(options.smtpUrl, settings);
  const keys = await createSigningKeys(options.signingKey ?? (await generateSigningKey()));
  const limiter = createRateLimiter(settings.now);
  const providers = createProviders(settings);
  const { externalUrl, externalProviders: registrations, now } = settings;
  const app = new Hono()
    .route(PROVIDERS_PATH, createProvidersApp({ externalUrl, registrations, now }))
    .route('/', createAuthApp({ settings, pool, keys, mailer, limiter, providers }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      closing = true;
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      mailer.close();
      await pool.end();
    },
  };
}
