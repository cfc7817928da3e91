import pg from 'pg';
import { operatorSettings } from '../../stacks/settings.ts';
import { awsText } from '../lib/aws-text.ts';
import { databaseTarget, directTarget, sessionAddress } from '../lib/database-target.ts';
import { problemsBefore } from '../migrate/database-checks.ts';
import { projectProblems } from './project-ref.ts';
import type { Outside, Trial } from './question.ts';
import {
  captchaTrial,
  facebookTrial,
  googleTrial,
  mailFromTrial,
  mailTrial,
  metricsTrial,
  stripeTrial,
  supabaseKeyTrial,
  supabaseTokenTrial,
  supabaseTrial,
  twilioTrial,
} from './service-trials.ts';

/**
 * Looks for the hosted zone in which the deployment makes records, and whether the domain leads there. Without a zone
 * DNS is elsewhere, which the certificate's question settles.
 */
const domainTrial: Trial = async (domain, _, { run, nameServers, print }) => {
  const zone = await zoneOf(domain, run);
  if (zone === undefined) {
    print(
      `  Route 53 has no zone of ${domain} in this account: then a certificate is needed (ALBUMEN_CERTIFICATE_ARN).`,
    );
    return [];
  }
  const own = await awsText(run, 'route53', 'get-hosted-zone', '--id', zone.id, '--query', 'DelegationSet.NameServers');
  if (own === undefined) return [];
  const found = (await nameServers(zone.name)).map(plain);
  const expected = own.split(/\s+/).map(plain);
  if (found.some((server) => expected.includes(server))) return [];
  return [`${zone.name} is not delegated to its hosted zone yet: its NS records must be ${expected.join(', ')}`];
};

const plain = (host: string) => host.toLowerCase().replace(/\.$/, '');

/** Returns the public hosted zone of the domain or of a domain above it. */
async function zoneOf(domain: string, run: Outside['run']): Promise<{ id: string; name: string } | undefined> {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length - 1; from++) {
    const name = labels.slice(from).join('.');
    const query = 'HostedZones[?Config.PrivateZone==`false`].[Id,Name]';
    const args = ['route53', 'list-hosted-zones-by-name', '--dns-name', name, '--max-items', '1', '--query', query];
    const [id, found] = (await awsText(run, ...args))?.split(/\s+/) ?? [];
    if (id && found && plain(found) === name) return { id, name };
  }
  return undefined;
}

/** Requires an issued certificate for the stage's host. */
const certificateTrial: Trial = async (arn, answers, { run, stage }) => {
  const { host } = operatorSettings(stage, Object.fromEntries(answers));
  const query = 'Certificate.[Status,join(`,`,SubjectAlternativeNames)]';
  const args = ['acm', 'describe-certificate', '--certificate-arn', arn, '--region', 'us-east-1', '--query', query];
  const [status, names] = (await awsText(run, ...args))?.split(/\s+/) ?? [];
  if (!status || !names) return ['this account has no such certificate in us-east-1'];
  if (status !== 'ISSUED') return [`the certificate is ${status}, not ISSUED`];
  const wildcard = `*.${host.split('.').slice(1).join('.')}`;
  return names.split(',').some((name) => name === host || name === wildcard)
    ? []
    : [`the certificate is for ${names.replaceAll(',', ', ')}, not for ${host}`];
};

const policyTrial: Trial = async (arn, _, { run }) =>
  (await awsText(run, 'iam', 'get-policy', '--policy-arn', arn, '--query', 'Policy.Arn')) === arn
    ? []
    : ['this account has no such policy'];

/** Signs in through the pooler, as functions will (with a role of their own, which the first migration makes). */
const databaseTrial: Trial = async (url, answers, outside) => {
  const other = projectProblems(url, answers);
  if (other.length > 0) return other;
  const client = new pg.Client(databaseTarget(url, outside).client);
  // A connection lost between statements rejects the next one; an unhandled event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Asks the database for everything that the product needs. Where this machine has no IPv6, which a direct connection may
 * need, it asks through the pooler: zero-cache has IPv6.
 */
const directDatabaseTrial: Trial = async (url, answers, outside) => {
  const other = projectProblems(url, answers);
  if (other.length > 0) return other;
  const target = directTarget(url, outside);
  const [pooled, hosted] = [answers.get('DatabaseUrl'), target.host.endsWith('.supabase.co')];
  try {
    return await problemsBefore(target);
  } catch (error) {
    if (!pooled || !hosted || !unreachable(error)) throw error;
  }
  outside.print('  not reached from here (IPv6), so its pooler is asked; give --pooled to npm run migrate and deploy');
  return problemsBefore(directTarget(sessionAddress(pooled), outside));
};

const unreachable = (error: unknown) => /ENETUNREACH|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN/.test(String(error));

/** Trials by the name of the value; what has none is checked for its form alone. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  ALBUMEN_DOMAIN: domainTrial,
  ALBUMEN_CERTIFICATE_ARN: certificateTrial,
  ALBUMEN_PERMISSIONS_BOUNDARY: policyTrial,
  SupabaseUrl: supabaseTrial,
  SupabaseAnonKey: supabaseKeyTrial,
  DatabaseUrl: databaseTrial,
  DatabaseDirectUrl: directDatabaseTrial,
  SUPABASE_ACCESS_TOKEN: supabaseTokenTrial,
  MailUrl: mailTrial,
  MailFrom: mailFromTrial,
  AUTH_GOOGLE_CLIENT_SECRET: googleTrial,
  AUTH_FACEBOOK_CLIENT_SECRET: facebookTrial,
  AUTH_TWILIO_AUTH_TOKEN: twilioTrial,
  AUTH_CAPTCHA_SECRET: captchaTrial,
  StripeSecretKey: stripeTrial,
  OtlpHeaders: metricsTrial,
};
