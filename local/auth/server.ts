import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { JWK } from 'jose';
import { Pool } from 'pg';
import { createProvidersApp } from '../oauth/app.ts';
import { PROVIDERS_PATH } from '../oauth/registrations.ts';
import { createAuthApp } from './app.ts';
import { createSigningKeys, generateSigningKey } from './keys.ts';
import { createMailer } from './mails.ts';
import { createProviders } from './providers/providers.ts';
import { createRateLimiter } from './rate-limits.ts';
import { defaultSettings, refuseProduction, type AuthSettings, type RequiredSettings } from './settings.ts';

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
