import { describe, expect, it } from 'vitest';
import type { RunChild } from '../lib/child.ts';
import type { Outside } from './question.ts';
import { TRIALS } from './trials.ts';

const REF = 'abcdefghijklmnopqrst';
const ANSWERS: Record<string, string> = {
  ALBUMEN_DOMAIN: 'studio.example.com',
  ALBUMEN_ALERTS_TO: 'ops@example.com',
  ALBUMEN_METRICS_URL: 'https://metrics.example/v1/metrics',
  SupabaseUrl: `https://${REF}.supabase.co`,
  AUTH_TWILIO_ACCOUNT_SID: 'AC1',
};

/** The AWS CLI's answers by the beginning of its command line; it refuses all else. */
function aws(answers: Record<string, string>): RunChild {
  return async (_, args) => {
    const found = Object.entries(answers).find(([start]) => args.join(' ').startsWith(start))?.[1];
    return { code: found === undefined ? 254 : 0, stdout: found ?? '', output: '' };
  };
}

interface There {
  aws?: Record<string, string>;
  /** Answers by the beginning of the address. */
  http?: Record<string, Response>;
  servers?: string[];
  stage?: string;
  answers?: Record<string, string>;
}

/** Tries a value; returns its problems, and what was asked and printed. */
async function attempt(name: string, value: string, there: There = {}) {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const printed: string[] = [];
  const outside: Outside = {
    stage: there.stage ?? 'production',
    run: aws(there.aws ?? {}),
    fetch: async (url, init) => {
      requests.push({ url, init });
      const answer = Object.entries(there.http ?? {}).find(([start]) => url.startsWith(start))?.[1];
      if (!answer) throw new Error('no network');
      return answer.clone();
    },
    signInToMail: async () => undefined,
    nameServers: async () => there.servers ?? [],
    print: (line) => void printed.push(line),
  };
  const problems = await TRIALS[name]!(value, new Map(Object.entries({ ...ANSWERS, ...there.answers })), outside);
  return { problems, requests, printed };
}

const problemsOf = async (...given: Parameters<typeof attempt>) => (await attempt(...given)).problems;
const json = (body: unknown, status = 200) => Response.json(body, { status });

describe('the domain', () => {
  const zones = {
    'route53 list-hosted-zones-by-name --dns-name studio.example.com': '/hostedzone/Z9\tzzz.example.org.\n',
    'route53 list-hosted-zones-by-name --dns-name example.com': '/hostedzone/Z1\texample.com.\n',
    'route53 get-hosted-zone --id /hostedzone/Z1': 'ns-1.awsdns-1.org\tns-2.awsdns-2.com\n',
  };

  it('is delegated to its zone, or to that of a domain above it', async () => {
    const there = { aws: zones, servers: ['NS-2.awsdns-2.com.'] };
    expect(await problemsOf('ALBUMEN_DOMAIN', 'studio.example.com', there)).toEqual([]);
    expect(
      await problemsOf('ALBUMEN_DOMAIN', 'studio.example.com', { ...there, servers: ['ns.registrar.example'] }),
    ).toEqual([
      'example.com is not delegated to its hosted zone yet: its NS records must be ns-1.awsdns-1.org, ns-2.awsdns-2.com',
    ]);
  });

  it('without a zone needs a certificate', async () => {
    const { problems, printed } = await attempt('ALBUMEN_DOMAIN', 'example.org', { aws: {} });
    expect(problems).toEqual([]);
    expect(printed.join()).toContain('a certificate is needed');
  });

  it.each([
    ['ISSUED\tstudio.example.com\n', []],
    ['ISSUED\t*.example.com\n', []],
    [
      'ISSUED\texample.com,*.studio.example.com\n',
      ['the certificate is for example.com, *.studio.example.com, not for studio.example.com'],
    ],
    ['PENDING_VALIDATION\tstudio.example.com\n', ['the certificate is PENDING_VALIDATION, not ISSUED']],
    ['', ['this account has no such certificate in us-east-1']],
  ])('has the certificate %j', async (answer, expected) => {
    const there = { aws: { 'acm describe-certificate': answer } };
    expect(await problemsOf('ALBUMEN_CERTIFICATE_ARN', 'arn:aws:acm:…', there)).toEqual(expected);
  });
});

describe('Supabase', () => {
  const base = `https://${REF}.supabase.co`;

  it('publishes signing keys', async () => {
    const keys = (list: unknown[]) => ({ http: { [`${base}/auth/v1/.well-known/jwks.json`]: json({ keys: list }) } });
    expect(await problemsOf('SupabaseUrl', `${base}/`, keys([{ kid: 'a' }]))).toEqual([]);
    expect(await problemsOf('SupabaseUrl', base, keys([]))).toEqual([
      expect.stringContaining('no asymmetric signing key'),
    ]);
  });

  it('knows its public key', async () => {
    const there = (status: number) => ({ http: { [`${base}/auth/v1/settings`]: json({}, status) } });
    const { problems, requests } = await attempt('SupabaseAnonKey', 'sb_publishable_abc', there(200));
    expect([problems, requests[0]?.init?.headers]).toEqual([[], { apikey: 'sb_publishable_abc' }]);
    expect(await problemsOf('SupabaseAnonKey', 'other', there(401))).toEqual([
      'the project does not know this key (status 401)',
    ]);
  });

  it('opens the project to the token', async () => {
    const there = (status: number) => ({ http: { [`https://api.supabase.com/v1/projects/${REF}`]: json({}, status) } });
    expect(await problemsOf('SUPABASE_ACCESS_TOKEN', 'sbp_abc', there(200))).toEqual([]);
    expect(await problemsOf('SUPABASE_ACCESS_TOKEN', 'sbp_abc', there(403))).toEqual([
      `the project ${REF} is not open to this token (status 403)`,
    ]);
  });

  it.each([
    ['DatabaseUrl', 'postgres://postgres.zyxwvutsrqponmlkjihg:p@aws-0.pooler.supabase.com:6543/postgres'],
    ['DatabaseDirectUrl', 'postgres://postgres:p@db.zyxwvutsrqponmlkjihg.supabase.co:5432/postgres'],
  ])('refuses %s of another project before it connects', async (name, url) => {
    expect(await problemsOf(name, url)).toEqual(['it is of another project than SupabaseUrl']);
  });
});

describe('other services', () => {
  it('require a sender that Amazon SES has verified, and no other service', async () => {
    const ses = { MailUrl: 'smtps://a:b@email-smtp.eu-west-3.amazonaws.com:465' };
    const domain = { 'sesv2 get-email-identity --email-identity example.com --region eu-west-3': 'True\n' };
    const from = 'Albumen <hello@example.com>';
    expect(await problemsOf('MailFrom', from, { answers: ses, aws: domain })).toEqual([]);
    expect(await problemsOf('MailFrom', from, { answers: ses })).toEqual([
      'Amazon SES has verified neither the domain nor the address in eu-west-3',
    ]);
    expect(await problemsOf('MailFrom', from, { answers: { MailUrl: 'smtps://a:b@mail.example:465' } })).toEqual([]);
  });

  it('refuse a key of Stripe’s test mode in production, and one that Stripe does not know', async () => {
    const stripe = (status: number) => ({ 'https://api.stripe.com/v1/account': json({}, status) });
    expect(await problemsOf('StripeSecretKey', 'sk_test_a')).toEqual(['it is a key of Stripe’s test mode']);
    expect(await problemsOf('StripeSecretKey', 'sk_test_a', { stage: 'dev', http: stripe(200) })).toEqual([]);
    // A restricted key may not read the account, and is known nevertheless.
    expect(await problemsOf('StripeSecretKey', 'rk_live_a', { http: stripe(403) })).toEqual([]);
    expect(await problemsOf('StripeSecretKey', 'sk_live_a', { http: stripe(401) })).toEqual([
      'Stripe does not know this key',
    ]);
  });

  it.each<[string, string, Response, string[]]>([
    ['AUTH_GOOGLE_CLIENT_SECRET', 'https://oauth2.googleapis.com/token', json({ error: 'invalid_grant' }, 400), []],
    [
      'AUTH_GOOGLE_CLIENT_SECRET',
      'https://oauth2.googleapis.com/token',
      json({ error: 'invalid_client' }, 401),
      ['Google does not know this client with this secret'],
    ],
    [
      'AUTH_FACEBOOK_CLIENT_SECRET',
      'https://graph.facebook.com/oauth/access_token',
      json({}, 400),
      ['Facebook does not know this app with this secret'],
    ],
    [
      'AUTH_TWILIO_AUTH_TOKEN',
      'https://api.twilio.com/2010-04-01/Accounts/AC1.json',
      json({}, 401),
      ['Twilio does not know this account with this token'],
    ],
    [
      'AUTH_CAPTCHA_SECRET',
      'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      json({ 'error-codes': ['invalid-input-response'] }),
      [],
    ],
    [
      'AUTH_CAPTCHA_SECRET',
      'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      json({ 'error-codes': ['invalid-input-secret'] }),
      ['Cloudflare does not know this secret'],
    ],
    [
      'OtlpHeaders',
      'https://metrics.example/v1/metrics',
      json({}, 401),
      ['ALBUMEN_METRICS_URL refuses these headers (status 401)'],
    ],
  ])('try %s at %s', async (name, url, answer, expected) => {
    expect(await problemsOf(name, 'authorization=Basic%20abc', { http: { [url]: answer } })).toEqual(expected);
  });

  it('send the metrics’ headers decoded', async () => {
    const there = { http: { 'https://metrics.example/': json({}) } };
    const { requests } = await attempt('OtlpHeaders', 'authorization=Basic%20abc=,x-scope=1', there);
    expect(requests[0]?.init?.headers).toEqual([
      ['content-type', 'application/json'],
      ['authorization', 'Basic abc='],
      ['x-scope', '1'],
    ]);
  });
});
