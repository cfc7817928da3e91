import { z } from 'zod';
import { registerWithStandIns } from '../oauth/registrations.ts';
import { loadSigningKey } from './keys.ts';
import { startAuth } from './server.ts';

const environment = z
  .object({
    AUTH_PORT: z.coerce.number().int().min(1).max(65_535),
    AUTH_DATABASE_URL: z.url(),
    AUTH_SITE_URL: z.url(),
    AUTH_EXTERNAL_URL: z.url(),
    AUTH_REDIRECT_URLS: z.string().default(''),
    AUTH_ANON_KEY: z.string().min(1),
    AUTH_SERVICE_KEY: z.string().min(1),
    AUTH_KEY_FILE: z.string().min(1),
    AUTH_SMTP_URL: z.url(),
    AUTH_PROVIDERS: z
      .string()
      .default('')
      .transform((names) => z.array(z.enum(['google', 'facebook'])).parse(names.split(' ').filter(Boolean))),
    AUTH_MAIL_FROM: z.string().optional(),
    AUTH_MAIL_INTERVAL_SECONDS: z.coerce.number().min(0).optional(),
  })
  .parse(process.env);

const externalUrl = environment.AUTH_EXTERNAL_URL.replace(/\/+$/, '');
const server = await startAuth({
  port: environment.AUTH_PORT,
  databaseUrl: environment.AUTH_DATABASE_URL,
  smtpUrl: environment.AUTH_SMTP_URL,
  signingKey: await loadSigningKey(environment.AUTH_KEY_FILE),
  settings: {
    siteUrl: environment.AUTH_SITE_URL,
    externalUrl,
    externalProviders: registerWithStandIns(externalUrl, environment.AUTH_PROVIDERS),
    redirectUrls: environment.AUTH_REDIRECT_URLS.split(',').filter((glob) => glob !== ''),
    anonKey: environment.AUTH_ANON_KEY,
    serviceKey: environment.AUTH_SERVICE_KEY,
    ...(environment.AUTH_MAIL_FROM ? { mailFrom: environment.AUTH_MAIL_FROM } : {}),
    ...(environment.AUTH_MAIL_INTERVAL_SECONDS === undefined
      ? {}
      : { mailIntervalSeconds: environment.AUTH_MAIL_INTERVAL_SECONDS }),
  },
});
console.log(`auth ${environment.AUTH_EXTERNAL_URL}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)));
}
