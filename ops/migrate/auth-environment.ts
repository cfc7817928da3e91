import { CommandError } from '../lib/command.ts';

type Source = Readonly<Record<string, string | undefined>>;
type Values = Record<string, string>;

/**
 * Values for `env(…)` in supabase/config.toml when only migrations run: the CLI always parses the whole file, and
 * refuses unset switches and ports.
 */
export const IDLE_AUTH_ENVIRONMENT: Readonly<Values> = {
  AUTH_CAPTCHA_ENABLED: 'false',
  AUTH_SMTP_ENABLED: 'false',
  AUTH_SMTP_PORT: '465',
  AUTH_GOOGLE_ENABLED: 'false',
  AUTH_FACEBOOK_ENABLED: 'false',
  AUTH_TWILIO_ENABLED: 'false',
};

/**
 * Returns every value that config.toml needs: a provider is enabled if all its values are set, the captcha if its
 * secret is, and mails use the product's own mail service.
 * @param mail `url` as smtps://user:password@host:port, `from` as an address or `Name <address>`
 * @throws CommandError naming incomplete settings
 */
export function authEnvironment(origin: string, mail: { url: string; from: string }, env: Source): Values {
  return {
    ...IDLE_AUTH_ENVIRONMENT,
    ALBUMEN_ORIGIN: origin,
    ALBUMEN_REDIRECTS: `${origin}/**`,
    ...smtp(mail),
    ...provider('GOOGLE', env),
    ...provider('FACEBOOK', env),
    ...provider('TWILIO', env),
    ...(env['AUTH_CAPTCHA_SECRET']
      ? { AUTH_CAPTCHA_ENABLED: 'true', AUTH_CAPTCHA_SECRET: env['AUTH_CAPTCHA_SECRET'] }
      : {}),
  };
}

function smtp({ url, from }: { url: string; from: string }): Values {
  const { hostname, port, protocol, username, password } = new URL(url);
  if (!hostname || !username || !password) {
    throw new CommandError('MailUrl: Supabase sends its mails with a user and a password, smtps://user:password@host');
  }
  return {
    AUTH_SMTP_ENABLED: 'true',
    AUTH_SMTP_HOST: hostname,
    // RFC 8314: 465 with implicit TLS, 587 for STARTTLS.
    AUTH_SMTP_PORT: port || (protocol === 'smtps:' ? '465' : '587'),
    AUTH_SMTP_USER: decodeURIComponent(username),
    AUTH_SMTP_PASS: decodeURIComponent(password),
    AUTH_SMTP_ADMIN_EMAIL: /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from,
  };
}

const CLIENT = ['CLIENT_ID', 'CLIENT_SECRET'];
/** Values of each provider; Twilio sends the codes that confirm phone numbers. */
const PROVIDERS: Readonly<Record<'GOOGLE' | 'FACEBOOK' | 'TWILIO', readonly string[]>> = {
  GOOGLE: CLIENT,
  FACEBOOK: CLIENT,
  TWILIO: ['ACCOUNT_SID', 'MESSAGE_SERVICE_SID', 'AUTH_TOKEN'],
};

function provider(name: keyof typeof PROVIDERS, env: Source): Values {
  const names = PROVIDERS[name].map((value) => `AUTH_${name}_${value}`);
  const present = names.filter((variable) => env[variable]);
  if (present.length === 0) return {};
  const missing = names.find((variable) => !env[variable]);
  if (missing) throw new CommandError(`${present[0]} is set and ${missing} is not.`);
  return {
    [`AUTH_${name}_ENABLED`]: 'true',
    ...Object.fromEntries(names.map((variable) => [variable, env[variable] ?? ''])),
  };
}
