import { Hono } from 'hono';
import type { AuthServices } from '../services.ts';

/** The version of Supabase Auth whose wire this server speaks. */
const VERSION = 'v2.196.0';

const providersNotOffered = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** What anybody may know: whether it runs, what is switched on, and the public keys. */
export function aboutRoutes({ settings, keys }: AuthServices): Hono {
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
          ...Object.fromEntries(providersNotOffered.map((provider) => [provider, false])),
          anonymous_users: settings.anonymousSignIns,
          email: true,
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
