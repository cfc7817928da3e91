import { awsText } from '../lib/aws-text.ts';
import { sesRegion } from '../deploy/account-checks.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { projectRef } from './project-ref.ts';
import type { Answers, Outside, Trial } from './question.ts';

/** Timeout of one request in milliseconds. */
const ANSWER_MS = 10_000;

const request = ({ fetch }: Outside, url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(ANSWER_MS) });

const supabase = (answers: Answers) => (answers.get('SupabaseUrl') ?? '').replace(/\/+$/, '');

/** Requires the project's published signing keys: functions verify tokens by them. */
export const supabaseTrial: Trial = async (url, answers, outside) => {
  const response = await request(
    outside,
    `${supabase(new Map(answers).set('SupabaseUrl', url))}/auth/v1/.well-known/jwks.json`,
  );
  if (!response.ok) return [`no auth service answers there (status ${response.status})`];
  const { keys } = (await response.json()) as { keys?: unknown[] };
  return keys?.length
    ? []
    : ['the project has no asymmetric signing key: Supabase, Project Settings, JWT Keys, migrate to signing keys'];
};

export const supabaseKeyTrial: Trial = async (apikey, answers, outside) => {
  const response = await request(outside, `${supabase(answers)}/auth/v1/settings`, { headers: { apikey } });
  return response.ok ? [] : [`the project does not know this key (status ${response.status})`];
};

/** Outside Supabase there is no project to push settings to. */
export const supabaseTokenTrial: Trial = async (token, answers, outside) => {
  const ref = projectRef(answers.get('SupabaseUrl') ?? '');
  if (!ref) return ['SupabaseUrl is no project of Supabase’s'];
  const headers = { authorization: `Bearer ${token}` };
  const response = await request(outside, `https://api.supabase.com/v1/projects/${ref}`, { headers });
  return response.ok ? [] : [`the project ${ref} is not open to this token (status ${response.status})`];
};

/** Signs in to the mail server; sends nothing. */
export const mailTrial: Trial = async (url, _, { signInToMail }) => {
  await signInToMail(url);
  return [];
};

/** Asks Amazon SES, where mails go through it, whether the sender's domain or address is verified. */
export const mailFromTrial: Trial = async (from, answers, { run }) => {
  const region = sesRegion(answers.get('MailUrl') ?? '');
  if (region === undefined) return [];
  const address = (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim();
  for (const identity of [address.split('@').at(-1)!, address]) {
    const args = ['sesv2', 'get-email-identity', '--email-identity', identity, '--region', region];
    if ((await awsText(run, ...args, '--query', 'VerifiedForSendingStatus')) === 'True') return [];
  }
  return [`Amazon SES has verified neither the domain nor the address in ${region}`];
};

export const stripeTrial: Trial = async (key, _, outside) => {
  if (settingsFor(outside.stage).protect && key.includes('_test_')) return ['it is a key of Stripe’s test mode'];
  const response = await request(outside, 'https://api.stripe.com/v1/account', {
    headers: { authorization: `Bearer ${key}` },
  });
  return response.status === 401 ? ['Stripe does not know this key'] : [];
};

/** Sends no metric. */
export const metricsTrial: Trial = async (list, answers, outside) => {
  const headers = list.split(',').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name, decodeURIComponent(value.join('='))];
  });
  const response = await request(outside, answers.get('ALBUMEN_METRICS_URL') ?? '', {
    method: 'POST',
    headers: [['content-type', 'application/json'], ...headers],
    body: JSON.stringify({ resourceMetrics: [] }),
  });
  return response.ok ? [] : [`ALBUMEN_METRICS_URL refuses these headers (status ${response.status})`];
};

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** Google judges the client before the code, which is invalid. */
export const googleTrial: Trial = async (secret, answers, outside) => {
  const fields = {
    grant_type: 'authorization_code',
    code: 'none',
    redirect_uri: `${supabase(answers)}/auth/v1/callback`,
    client_id: answers.get('AUTH_GOOGLE_CLIENT_ID') ?? '',
    client_secret: secret,
  };
  const response = await request(outside, 'https://oauth2.googleapis.com/token', form(fields));
  const { error } = (await response.json()) as { error?: string };
  return error === 'invalid_client' ? ['Google does not know this client with this secret'] : [];
};

export const facebookTrial: Trial = async (secret, answers, outside) => {
  const fields = {
    grant_type: 'client_credentials',
    client_id: answers.get('AUTH_FACEBOOK_CLIENT_ID') ?? '',
    client_secret: secret,
  };
  const response = await request(outside, 'https://graph.facebook.com/oauth/access_token', form(fields));
  return response.ok ? [] : ['Facebook does not know this app with this secret'];
};

export const twilioTrial: Trial = async (token, answers, outside) => {
  const sid = answers.get('AUTH_TWILIO_ACCOUNT_SID') ?? '';
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  const url = `https://api.twilio.com/2010-04-01/Accounts/${sid}.json`;
  const response = await request(outside, url, { headers: { authorization } });
  return response.ok ? [] : ['Twilio does not know this account with this token'];
};

/** Cloudflare judges the secret before the visitor's answer, which is invalid. */
export const captchaTrial: Trial = async (secret, _, outside) => {
  const url = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
  const response = await request(outside, url, form({ secret, response: 'none' }));
  const codes = ((await response.json()) as { 'error-codes'?: string[] })['error-codes'] ?? [];
  return codes.some((code) => code.endsWith('-input-secret')) ? ['Cloudflare does not know this secret'] : [];
};
