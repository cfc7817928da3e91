import { operatorSettings } from '../../stacks/settings.ts';
import { awsText } from '../lib/aws-text.ts';
import type { Outside, Trial } from './question.ts';

/**
 * Looks for the hosted zone in which the deployment makes records, and whether the domain leads there. Without a zone
 * DNS is elsewhere, which the certificate's question settles.
 */
export const domainTrial: Trial = async (domain, _, { run, nameServers, print }) => {
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
export const certificateTrial: Trial = async (arn, answers, { run, stage }) => {
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

export const policyTrial: Trial = async (arn, _, { run }) =>
  (await awsText(run, 'iam', 'get-policy', '--policy-arn', arn, '--query', 'Policy.Arn')) === arn
    ? []
    : ['this account has no such policy'];
