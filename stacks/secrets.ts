import { apiDatabaseUrl } from './database-role.ts';

const ADDRESS = /^https?:\/\/[^\s/]+/;
/** TLS with verified certificate: drivers do neither unless the URL requires it. */
const DATABASE = /^postgres(ql)?:\/\/\S+[?&]sslmode=verify-full(&\S*)?$/;
/** One value, or the new and the old one during a rotation. */
const rotating = (form: string) => new RegExp(`^${form}( ${form})*$`);

/**
 * Returns the stage's SST secrets. The deployment fails before any change if one is missing or malformed; only the last
 * seven are optional.
 */
export function stageSecrets() {
  const apiPassword = current(read('DatabaseApiPassword', rotating('[\\w-]{16,}')));
  const pooled = read('DatabaseUrl', DATABASE);
  return {
    /** Pooled, in transaction mode, as the functions' own role. */
    databaseUrl: $util.all([pooled, apiPassword]).apply(([url, password]) => apiDatabaseUrl(url, password)),
    /** Not pooled: replication needs its own session. */
    databaseDirectUrl: read('DatabaseDirectUrl', DATABASE),
    supabaseUrl: read('SupabaseUrl', ADDRESS),
    supabaseAnonKey: read('SupabaseAnonKey', /^\S+$/),
    imageTokenKey: read('ImageTokenKey', rotating('(?:[0-9a-f]{2}){32,}')),
    originSecret: read('OriginSecret', rotating('\\S{16,}')),
    zeroApiKey: read('ZeroApiKey', rotating('\\S{16,}')),
    zeroAdminPassword: read('ZeroAdminPassword', /^\S{16,}$/),
    mailUrl: read('MailUrl', /^smtps?:\/\/\S+$/),
    mailFrom: read('MailFrom', /@/),
    authProviders: read('AuthProviders', /^((google|facebook|phone)( (google|facebook|phone))*)?$/, ''),
    captchaSiteKey: read('CaptchaSiteKey', /^[\w-]*$/, ''),
    sentryDsn: read('SentryDsn', /^(https?:\/\/\S+)?$/, ''),
    stripeSecretKey: read('StripeSecretKey', /^((sk|rk)_[A-Za-z0-9_]+)?$/, ''),
    stripeWebhookSecret: read('StripeWebhookSecret', /^(whsec_[A-Za-z0-9+/=]{16,}( whsec_[A-Za-z0-9+/=]{16,})*)?$/, ''),
    stripeBillingSecret: read('StripeBillingSecret', /^(whsec_[A-Za-z0-9+/=]{16,}( whsec_[A-Za-z0-9+/=]{16,})*)?$/, ''),
    otlpHeaders: read('OtlpHeaders', /^([\w-]+=[^\s,]+(,[\w-]+=[^\s,]+)*)?$/, ''),
  };
}

export type Secrets = ReturnType<typeof stageSecrets>;

/** Applies the same checks as the functions (functions/platform/env.ts), before they are deployed. */
function read(name: string, form: RegExp, otherwise?: string): $util.Output<string> {
  return new sst.Secret(name, otherwise).value.apply((value) => {
    if (!form.test(value)) throw new Error(`The secret ${name} is malformed`);
    return value;
  });
}

/** Returns the current value of a rotating secret, for sending and signing. */
export function current(secret: $util.Output<string>): $util.Output<string> {
  return secret.apply((values) => values.split(' ')[0] ?? '');
}
