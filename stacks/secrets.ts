const ADDRESS = /^https?:\/\/[^\s/]+/;
/** By TLS alone, and only with whoever shows the right certificate: drivers do neither unless their address says so. */
const DATABASE = /^postgres(ql)?:\/\/\S+[?&]sslmode=verify-full(&\S*)?$/;
/** One value, or the new one and the old one while they are changed. */
const rotating = (form: string) => new RegExp(`^${form}( ${form})*$`);

/**
 * What `sst secret` holds for the stage. A deployment ends before it changes anything when one is missing or could not
 * be used; only the last three may be left out.
 */
export function stageSecrets() {
  return {
    /** Pooled, in transaction mode: what functions connect to. */
    databaseUrl: read('DatabaseUrl', DATABASE),
    /** Not pooled: replication needs a session of its own. */
    databaseDirectUrl: read('DatabaseDirectUrl', DATABASE),
    supabaseUrl: read('SupabaseUrl', ADDRESS),
    supabaseAnonKey: read('SupabaseAnonKey', /^\S+$/),
    imageTokenKey: read('ImageTokenKey', rotating('(?:[0-9a-f]{2}){32,}')),
    originSecret: read('OriginSecret', rotating('\\S{16,}')),
    zeroApiKey: read('ZeroApiKey', rotating('\\S{16,}')),
    zeroAdminPassword: read('ZeroAdminPassword', /^\S{16,}$/),
    mailUrl: read('MailUrl', /^smtps?:\/\/\S+$/),
    mailFrom: read('MailFrom', /@/),
    authProviders: read('AuthProviders', /^((google|facebook)( (google|facebook))*)?$/, ''),
    captchaSiteKey: read('CaptchaSiteKey', /^[\w-]*$/, ''),
    sentryDsn: read('SentryDsn', /^(https?:\/\/\S+)?$/, ''),
  };
}

export type Secrets = ReturnType<typeof stageSecrets>;

/** Functions would refuse the same values (functions/platform/env.ts), but only once they are deployed. */
function read(name: string, form: RegExp, otherwise?: string): $util.Output<string> {
  return new sst.Secret(name, otherwise).value.apply((value) => {
    if (!form.test(value)) throw new Error(`The secret ${name} is malformed`);
    return value;
  });
}

/** The value that is sent or signed with, where others are still accepted. */
export function current(secret: $util.Output<string>): $util.Output<string> {
  return secret.apply((values) => values.split(' ')[0] ?? '');
}
