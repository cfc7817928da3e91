import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { isAllowedRedirect } from '#local/auth/redirects.ts';
import { defaultSettings, type AuthSettings } from '#local/auth/settings.ts';
import { ROOT, runChild, type RunChild } from '#ops/lib/child.ts';
import { authTemplates } from '#ops/migrate/auth-mails.ts';
import { authEnvironment } from '#ops/migrate/auth-environment.ts';
import { pushAuthSettings } from '#ops/migrate/auth-settings.ts';
import { pushMigrations } from '#ops/migrate/push-migrations.ts';
import { TEMPLATE } from '../support/template.ts';
import { inDatabase } from '#local/postgres/addresses.ts';
import { startManagementApi, type ManagementApi } from '../support/management-api.ts';

type Table = { [key: string]: Table } & { [key: string]: unknown };

const text = readFileSync(join(ROOT, 'supabase/config.toml'), 'utf8');
const config = parse(text) as Table;
const auth = config['auth']!;
const email = auth['email']!;

const TEMPLATES = join(ROOT, 'supabase/templates');
const KINDS = ['confirmation', 'email_change', 'invite', 'magic_link', 'reauthentication', 'recovery'];

/** Template variables of Supabase Auth by mail kind (internal/mailer/templatemailer of supabase/auth). */
const ALWAYS = ['SiteURL', 'Email', 'Token', 'Data'];
const LINK = [...ALWAYS, 'ConfirmationURL', 'TokenHash', 'RedirectTo'];
const OFFERED: Record<string, string[]> = {
  confirmation: LINK,
  invite: LINK,
  magic_link: LINK,
  recovery: LINK,
  email_change: [...LINK, 'NewEmail', 'SendingTo'],
  reauthentication: ALWAYS,
};

const REF = 'abcdefghijklmnopqrst';
const OPERATOR = {
  SUPABASE_PROJECT_REF: REF,
  SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
  ALBUMEN_DOMAIN: 'example.com',
  ALBUMEN_ALERTS_TO: 'ops@example.com',
  MAIL_URL: 'smtps://mailer:p%40ss@mail.example.com',
  MAIL_FROM: 'Albumen <hello@example.com>',
  AUTH_GOOGLE_CLIENT_ID: 'google-id',
  AUTH_GOOGLE_CLIENT_SECRET: 'google-secret',
  AUTH_CAPTCHA_SECRET: 'captcha-secret',
};

const TWILIO = {
  AUTH_TWILIO_ACCOUNT_SID: 'twilio-account',
  AUTH_TWILIO_MESSAGE_SERVICE_SID: 'twilio-service',
  AUTH_TWILIO_AUTH_TOKEN: 'twilio-secret',
};

describe('settings that the embedded auth server has too', () => {
  const seconds = (duration: unknown) => {
    const [, minutes, rest] = /^(\d+)m(\d+)s$/.exec(String(duration))!;
    return Number(minutes) * 60 + Number(rest);
  };
  const written: Partial<AuthSettings> = {
    tokenLifetimeSeconds: Number(auth['jwt_expiry']),
    refreshReuseSeconds: Number(auth['refresh_token_reuse_interval']),
    disableSignup: !auth['enable_signup'],
    emailSignIns: Boolean(email['enabled']),
    manualLinking: Boolean(auth['enable_manual_linking']),
    passwordMinimum: Number(auth['minimum_password_length']),
    // The two templates have different forms and are not compared.
    passwordCharacters: (auth['password_requirements'] as unknown) === '' ? [] : ['a recipe'],
    autoconfirm: !email['enable_confirmations'],
    secureEmailChange: Boolean(email['double_confirm_changes']),
    reauthenticateToChangePassword: Boolean(email['secure_password_change']),
    requireCurrentPassword: Boolean(email['require_current_password']),
    totpEnrollment: Boolean(auth['mfa']!['totp']!['enroll_enabled']),
    totpVerification: Boolean(auth['mfa']!['totp']!['verify_enabled']),
    maxFactors: Number(auth['mfa']!['max_enrolled_factors']),
    mailIntervalSeconds: seconds(email['max_frequency']),
    otpExpirySeconds: Number(email['otp_expiry']),
  };

  it('have the same values', () => {
    expect(defaultSettings).toMatchObject(written);
  });

  it('cover every setting except those of the machine', () => {
    // URLs, files and the clock belong to the machine; a hosted project cannot set the others, and limits differ on
    // purpose (local/auth/settings.ts).
    const own = [
      'redirectUrls',
      'mailFrom',
      'templatesDir',
      'now',
      'flowStateSeconds',
      'bcryptCost',
      'rateLimits',
      'externalProviders',
      'phoneSignIns',
      'challengeSeconds',
      'captcha',
    ];
    expect(Object.keys(defaultSettings).sort()).toEqual([...Object.keys(written), ...own].sort());
  });

  it('rotate refresh tokens, use codes of six digits, and admit nobody without an address', () => {
    expect(auth['enable_anonymous_sign_ins']).toBe(false);
    expect(auth['enable_refresh_token_rotation']).toBe(true);
    expect(email['otp_length']).toBe(6);
  });
});

describe('disabled', () => {
  it.each(['api', 'storage', 'realtime', 'edge_runtime'])('%s', (service) => {
    expect(config[service]).toEqual({ enabled: false });
  });

  it('phones and all unlisted features', () => {
    expect(auth['mfa']!['phone']).toEqual({ enroll_enabled: false, verify_enabled: false });
    expect(Object.keys(auth['external']!)).toEqual(['google', 'facebook']);
  });
});

describe('mails', () => {
  const templates = email['template']!;
  const placeholders = (source: string) =>
    [...source.matchAll(/\{\{(.*?)\}\}/gs)].flatMap(([, action]) =>
      [...action!.matchAll(/\.([A-Z]\w*)/g)].map(([, name]) => name!),
    );

  it('are of six kinds', () => {
    expect(Object.keys(templates).sort()).toEqual(KINDS);
  });

  it('are generated from locales: run `node ops/migrate/auth-mails.ts` after editing a text', () => {
    const files = readdirSync(TEMPLATES).map((file) => [file, readFileSync(join(TEMPLATES, file), 'utf8')]);
    expect(Object.fromEntries(files)).toEqual(authTemplates());
  });

  it.each(KINDS)('%s equals the embedded server’s mail in every language, with the same variables', (kind) => {
    const subjects = JSON.parse(readFileSync(join(TEMPLATES, 'subjects.json'), 'utf8')) as Record<string, string>;
    const { subject, content_path } = templates[kind] as Record<string, string>;
    expect(subject).toBe(subjects[kind]);
    expect(join(ROOT, content_path!)).toBe(join(TEMPLATES, `${kind}.html`));
    for (const source of [subject!, readFileSync(join(ROOT, content_path!), 'utf8')]) {
      for (const language of LANGUAGES.filter((code) => code !== 'en')) {
        expect(source).toMatch(new RegExp(`eq \\.Data\\.language ["\`]${language}["\`]`));
      }
      expect(placeholders(source).filter((name) => !OFFERED[kind]!.includes(name))).toEqual([]);
    }
    expect(placeholders(readFileSync(join(ROOT, content_path!), 'utf8'))).toContain(
      kind === 'reauthentication' ? 'Token' : 'ConfirmationURL',
    );
  });
});

describe('operator settings', () => {
  const mail = { url: OPERATOR.MAIL_URL, from: OPERATOR.MAIL_FROM };
  const filled = (env: Record<string, string> = {}) => authEnvironment('https://example.com', mail, env);
  const asked = [...text.matchAll(/"env\((\w+)\)"/g)].map(([, name]) => name!);

  it('replace all placeholders', () => {
    const all = filled({ ...OPERATOR, AUTH_FACEBOOK_CLIENT_ID: 'f', AUTH_FACEBOOK_CLIENT_SECRET: 's', ...TWILIO });
    expect(Object.keys(all).sort()).toEqual([...new Set(asked)].sort());
    expect(all).toMatchObject({
      AUTH_GOOGLE_ENABLED: 'true',
      AUTH_FACEBOOK_ENABLED: 'true',
      AUTH_CAPTCHA_ENABLED: 'true',
      AUTH_TWILIO_ENABLED: 'true',
    });
  });

  it('redirect mails and sign-ins to the product’s own pages only', () => {
    expect(auth['site_url']).toBe('env(ALBUMEN_ORIGIN)');
    expect(auth['additional_redirect_urls']).toEqual(['env(ALBUMEN_REDIRECTS)']);
    const { ALBUMEN_ORIGIN: siteUrl, ALBUMEN_REDIRECTS: redirects } = filled();
    const settings = { ...defaultSettings, siteUrl: siteUrl!, redirectUrls: [redirects!] } as AuthSettings;
    for (const path of ['/', '/app', '/reset-password', '/app/galleries?x=1']) {
      expect(isAllowedRedirect(`https://example.com${path}`, settings)).toBe(true);
    }
    const foreign = ['https://example.com.evil.test/', 'https://evil.test/https://example.com/', 'http://example.com/'];
    for (const url of foreign) expect(isAllowedRedirect(url, settings), url).toBe(false);
  });

  it('enable a provider if all of its values are set, and name a missing one', () => {
    expect(filled()).toMatchObject({ AUTH_GOOGLE_ENABLED: 'false', AUTH_CAPTCHA_ENABLED: 'false' });
    expect(() => filled({ AUTH_GOOGLE_CLIENT_ID: 'hunter2' })).toThrow(
      'AUTH_GOOGLE_CLIENT_ID is set and AUTH_GOOGLE_CLIENT_SECRET is not.',
    );
    expect(() => filled({ ...TWILIO, AUTH_TWILIO_AUTH_TOKEN: '' })).toThrow('AUTH_TWILIO_AUTH_TOKEN is not.');
  });

  it('read the mail service from its URL', () => {
    expect(filled()).toMatchObject({
      AUTH_SMTP_HOST: 'mail.example.com',
      AUTH_SMTP_PORT: '465',
      AUTH_SMTP_USER: 'mailer',
      AUTH_SMTP_PASS: 'p@ss',
      AUTH_SMTP_ADMIN_EMAIL: 'hello@example.com',
    });
    const open = { ...mail, url: 'smtp://hunter2@mail.example.com' };
    expect(() => authEnvironment('https://example.com', open, {})).toThrow(/^MailUrl: .* user and a password/);
  });
});

describe('the CLI', () => {
  let api: ManagementApi;
  let folder: string;
  /** Runs the real CLI with another URL for Supabase's management API. */
  const run: RunChild = (file, args, options) =>
    runChild(file, [...args, '--profile', join(folder, 'profile.yaml')], options);
  const push = (env: Record<string, string | undefined> = {}) =>
    pushAuthSettings('dev', { env: { ...OPERATOR, ...env }, print: () => undefined, run });

  beforeAll(async () => {
    api = await startManagementApi(REF);
    folder = await mkdtemp(join(tmpdir(), 'albumen-profile-'));
    const profile = { name: 'test', api_url: api.url, dashboard_url: api.url, project_host: 'supabase.localhost' };
    await writeFile(join(folder, 'profile.yaml'), JSON.stringify(profile));
    process.env['SUPABASE_ACCESS_TOKEN'] = OPERATOR.SUPABASE_ACCESS_TOKEN;
  });
  afterAll(async () => {
    delete process.env['SUPABASE_ACCESS_TOKEN'];
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('parses the file without any values', async () => {
    await expect(pushMigrations(inDatabase(inject('postgresUrl'), TEMPLATE), { dryRun: true })).resolves.toEqual([]);
  });

  it('pushes this configuration with values, and no value as an argument', async () => {
    let args: readonly string[] = [];
    const watched: RunChild = (file, given, options) => ((args = given), run(file, given, options));
    // The CLI has sent everything by then; it only lacks the two hundred settings of a project's response.
    const pushed = pushAuthSettings('dev', { env: { ...OPERATOR, ...TWILIO }, print: () => undefined, run: watched });
    await expect(pushed).rejects.toThrow(/failed to update Auth config: SchemaError\(Missing key/);

    expect(args.join(' ')).not.toMatch(/p@ss|secret|sbp_/);
    expect(api.changes.get(`PATCH /v1/projects/${REF}/postgrest`)).toEqual({ db_schema: '' });
    const sent = api.changes.get(`PATCH /v1/projects/${REF}/config/auth`)!;
    expect(sent).toMatchObject({
      site_url: 'https://dev.example.com',
      uri_allow_list: 'https://dev.example.com/**',
      mailer_autoconfirm: false,
      mailer_otp_exp: defaultSettings.otpExpirySeconds,
      smtp_max_frequency: defaultSettings.mailIntervalSeconds,
      password_min_length: defaultSettings.passwordMinimum,
      security_refresh_token_reuse_interval: defaultSettings.refreshReuseSeconds,
      refresh_token_rotation_enabled: true,
      security_update_password_require_reauthentication: true,
      external_anonymous_users_enabled: false,
      security_manual_linking_enabled: true,
      external_google_client_id: 'google-id',
      external_facebook_enabled: false,
      external_phone_enabled: true,
      sms_autoconfirm: false,
      sms_provider: 'twilio',
      sms_twilio_message_service_sid: 'twilio-service',
      sms_twilio_auth_token: 'twilio-secret',
      sms_template: 'Albumen: {{ .Code }}',
      security_captcha_enabled: true,
      mfa_totp_enroll_enabled: true,
      smtp_host: 'mail.example.com',
      smtp_pass: 'p@ss',
    });
    for (const kind of KINDS) {
      const body = readFileSync(join(TEMPLATES, `${kind}.html`), 'utf8');
      expect(sent[`mailer_templates_${kind}_content`], kind).toBe(body);
    }
    expect(sent['mailer_subjects_recovery']).toContain('Elige una nueva contraseña');
  });

  it('reports completion', async () => {
    const done: RunChild = async () => ({ code: 0, stdout: '', output: '' });
    const printed: string[] = [];
    await pushAuthSettings('dev', { env: OPERATOR, print: (line) => void printed.push(line), run: done });
    expect(printed).toEqual([`Auth settings and mails of ${REF} are those of supabase/config.toml.`]);
  });

  it.each([
    ['SUPABASE_PROJECT_REF', /20 letters/],
    ['SUPABASE_ACCESS_TOKEN', /SUPABASE_ACCESS_TOKEN is not set/],
    ['ALBUMEN_DOMAIN', /missing or malformed ALBUMEN_DOMAIN/],
  ])('is not called without %s', async (name, message) => {
    await expect(push({ [name]: undefined })).rejects.toThrow(message);
  });

  it('fails without showing its input', async () => {
    const failing: RunChild = async (_file, _args, options) => {
      const output = `refused: ${JSON.stringify(options?.env)}`;
      return { code: 1, stdout: '', output };
    };
    const env = { ...OPERATOR, ...TWILIO };
    const pushed = pushAuthSettings('dev', { env, print: () => undefined, run: failing });
    await expect(pushed).rejects.toThrow(/auth settings were not pushed \(exit 1\)/);
    await expect(pushed).rejects.toMatchObject({ message: expect.not.stringMatching(/p@ss|-secret/) });
  });
});
