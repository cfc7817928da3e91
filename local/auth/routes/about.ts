import { Hono } from 'hono';
import { notFound } from '../errors.ts';
import { PROVIDER_NAMES } from '../providers/providers.ts';
import type { AuthServices } from '../services.ts';

/** Version of the emulated Supabase Auth. */
const VERSION = 'v2.196.0';

/** Public endpoints: health, settings and public keys. */
export function aboutRoutes({ settings, keys, providers }: AuthServices): Hono {
  return new Hono()
    .get('/health', (c) =>
      c.json({
        version: VERSION,
        name: 'GoTrue',
        description: 'GoTrue is a user registration and authentication API',
      }),
    )
    .get('/settings', (c) =>
      c.json({
        external: {
          ...Object.fromEntries(PROVIDER_NAMES.map((name) => [name, providers.has(name)])),
          anonymous_users: false,
          email: settings.emailSignIns,
          phone: settings.phoneSignIns,
        },
        disable_signup: settings.disableSignup,
        mailer_autoconfirm: settings.autoconfirm,
        phone_autoconfirm: settings.phoneSignIns,
        sms_provider: '',
        saml_enabled: false,
        saml_private_key_next_configured: false,
        passkeys_enabled: false,
      }),
    )
    .get('/.well-known/jwks.json', (c) => {
      c.header('Cache-Control', 'public, max-age=600');
      return c.json(keys.jwks);
    });
}

/** Single sign-on of a project without a provider. */
export function ssoRoutes(): Hono {
  return new Hono().post('/sso', () => {
    throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled');
  });
}
