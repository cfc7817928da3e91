import type { OperatorVariable } from '../lib/variable-table.ts';

interface AuthVariable extends OperatorVariable {
  /** Asked for with this provider of the secret `AuthProviders`. */
  provider?: 'google' | 'facebook' | 'phone';
  isSecret?: true;
}

const filled = (value: string) => /^\S+$/.test(value);

/** Environment of `npm run migrate -- --auth` (ops/migrate/auth-environment.ts). */
export const AUTH_VARIABLES: readonly AuthVariable[] = [
  {
    name: 'SUPABASE_ACCESS_TOKEN',
    about:
      'A token of your own at Supabase, with which npm run migrate -- --auth pushes auth settings: Account, Access Tokens (sbp_…).',
    isSecret: true,
    optional: true,
    isWellFormed: filled,
  },
  {
    name: 'SUPABASE_PROJECT_REF',
    about: 'The project’s ref, with which auth settings are pushed: the 20 letters in its address.',
    isWellFormed: (value) => /^[a-z]{20}$/.test(value),
  },
  {
    name: 'AUTH_MAIL_FROM',
    about: 'Who auth’s mails come from, if not MailFrom: an identity of its own keeps their reputation apart.',
    optional: true,
    isWellFormed: (value) => /[^\s@<]@[^\s@>]+\.[^\s@>]+>?$/.test(value),
  },
  {
    name: 'AUTH_GOOGLE_CLIENT_ID',
    about:
      'Google Cloud console, APIs & Services, Credentials: an OAuth client for the web, which allows https://<project>.supabase.co/auth/v1/callback',
    provider: 'google',
    isWellFormed: filled,
  },
  {
    name: 'AUTH_GOOGLE_CLIENT_SECRET',
    about: 'The secret of that client.',
    provider: 'google',
    isSecret: true,
    isWellFormed: filled,
  },
  {
    name: 'AUTH_FACEBOOK_CLIENT_ID',
    about: 'Meta for Developers, your app, App settings, Basic: App ID. Its login allows the same callback.',
    provider: 'facebook',
    isWellFormed: filled,
  },
  {
    name: 'AUTH_FACEBOOK_CLIENT_SECRET',
    about: 'The app secret beside it.',
    provider: 'facebook',
    isSecret: true,
    isWellFormed: filled,
  },
  {
    name: 'AUTH_TWILIO_ACCOUNT_SID',
    about: 'Twilio console, Account Info: Account SID (AC…).',
    provider: 'phone',
    isWellFormed: (value) => /^AC\w{32}$/.test(value),
  },
  {
    name: 'AUTH_TWILIO_MESSAGE_SERVICE_SID',
    about: 'Twilio console, Messaging, Services: the SID of the service that sends codes (MG…).',
    provider: 'phone',
    isWellFormed: (value) => /^MG\w{32}$/.test(value),
  },
  {
    name: 'AUTH_TWILIO_AUTH_TOKEN',
    about: 'Twilio console, Account Info: Auth Token.',
    provider: 'phone',
    isSecret: true,
    isWellFormed: filled,
  },
  {
    name: 'AUTH_CAPTCHA_SECRET',
    about: 'Cloudflare, Turnstile, the widget of the site key: Secret key.',
    isSecret: true,
    isWellFormed: filled,
  },
];
