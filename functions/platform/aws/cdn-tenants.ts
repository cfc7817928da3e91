import type { DnsFindings } from '#core/domain/site/domains.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { dnsLookUp } from '../dns.ts';
import { readEnv } from '../env.ts';
import { invalidationBatch } from './cdn-purge.ts';
import { CLOUDFRONT_NAMESPACE, cloudFrontCaller, type CloudFrontOptions, elementText } from './cloudfront.ts';
import { awsKeysFromEnv } from './signed-fetch.ts';

/**
 * Tenants of the multi-tenant distribution: one per own domain, each with a certificate that CloudFront obtains and
 * renews. Every call may be repeated. @throws like `cloudFrontCaller`
 */
export interface Tenants {
  /** Creates the tenant of this name, or finds it. `taken`: another distribution has the hostname. */
  create: (name: string, hostname: string) => Promise<{ id: string } | 'taken'>;
  /** True if CloudFront sees the hostname's DNS point to the connection group. */
  pointsHere: (tenantId: string, hostname: string) => Promise<boolean>;
  /** Attaches the certificate once it is issued. */
  activate: (tenantId: string, hostname: string) => Promise<'pending' | 'active' | 'failed'>;
  /** Disables and deletes the tenant; nothing to do without it. */
  remove: (tenantId: string) => Promise<void>;
  purge: (tenantId: string, paths: readonly string[], idempotencyKey: string) => Promise<void>;
}

export interface DomainServices {
  /** Host that own domains point to. */
  target: string;
  /** Reads DNS. @throws AppError `unavailable` without an answer */
  lookUp: (hostname: string, target: string) => Promise<DnsFindings>;
  tenants: Tenants;
}

interface TenantsOptions extends CloudFrontOptions {
  distributionId: string;
  connectionGroupId: string;
}

/** Certificate states from which none is issued (API reference, "ManagedCertificateDetails"). */
const FAILED = new Set(['inactive', 'expired', 'validation-timed-out', 'revoked', 'failed']);

/**
 * Calls CloudFront's tenant API
 * (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateDistributionTenant.html).
 */
export function cloudFrontTenants({ distributionId, connectionGroupId, ...options }: TenantsOptions): Tenants {
  const call = cloudFrontCaller(options);

  const settings = (hostname: string, enabled: boolean, certificateArn?: string) =>
    `<DistributionId>${distributionId}</DistributionId>` +
    `<Domains><member><Domain>${elementText(hostname)}</Domain></member></Domains>` +
    (certificateArn
      ? `<Customizations><Certificate><Arn>${elementText(certificateArn)}</Arn></Certificate></Customizations>`
      : '') +
    `<ConnectionGroupId>${elementText(connectionGroupId)}</ConnectionGroupId><Enabled>${enabled}</Enabled>`;

  async function read(identifier: string) {
    const { code, text, etag } = await call('GET', `distribution-tenant/${encodeURIComponent(identifier)}`, {
      expected: ['EntityNotFound'],
    });
    if (code !== '' || !etag) return null;
    // The first `Status` is the domain's: `Domains` comes before the tenant's own one.
    const hostname = element(text, 'Domain');
    const isActive = /<Domain>[^<]*<\/Domain>\s*<Status>active<\/Status>/.test(text);
    return { id: element(text, 'Id'), etag, hostname, isActive, isEnabled: element(text, 'Enabled') === 'true' };
  }

  async function update(tenantId: string, etag: string, content: string): Promise<void> {
    const body = `${XML}<UpdateDistributionTenantRequest xmlns="${CLOUDFRONT_NAMESPACE}">${content}</UpdateDistributionTenantRequest>`;
    const { code } = await call('PUT', `distribution-tenant/${tenantId}`, {
      body,
      ifMatch: etag,
      expected: ['PreconditionFailed', 'InvalidIfMatchVersion'],
    });
    // The tenant changed meanwhile, for example with its certificate's state.
    if (code !== '') throw new AppError('unavailable');
  }

  return {
    async create(name, hostname) {
      const body =
        `${XML}<CreateDistributionTenantRequest xmlns="${CLOUDFRONT_NAMESPACE}"><Name>${elementText(name)}</Name>` +
        settings(hostname, true) +
        `<ManagedCertificateRequest><ValidationTokenHost>cloudfront</ValidationTokenHost>` +
        `<PrimaryDomainName>${elementText(hostname)}</PrimaryDomainName></ManagedCertificateRequest>` +
        `</CreateDistributionTenantRequest>`;
      const expected = ['EntityAlreadyExists', 'CNAMEAlreadyExists'];
      const { code, text } = await call('POST', 'distribution-tenant', { body, expected });
      if (code === '') return { id: element(text, 'Id') };
      // An attempt whose answer was lost has created it.
      const known = await read(name);
      return known?.hostname === hostname ? { id: known.id } : 'taken';
    },

    async pointsHere(tenantId, hostname) {
      const body =
        `${XML}<VerifyDnsConfigurationRequest xmlns="${CLOUDFRONT_NAMESPACE}"><Domain>${elementText(hostname)}</Domain>` +
        `<Identifier>${elementText(tenantId)}</Identifier></VerifyDnsConfigurationRequest>`;
      const { text } = await call('POST', 'verify-dns-configuration', { body });
      return /<Status>valid-configuration<\/Status>/.test(text);
    },

    async activate(tenantId, hostname) {
      const { text } = await call('GET', `managed-certificate/${tenantId}`);
      const state = element(text, 'CertificateStatus');
      if (FAILED.has(state)) return 'failed';
      if (state !== 'issued') return 'pending';
      const tenant = await read(tenantId);
      if (!tenant) return 'failed';
      if (tenant.isActive) return 'active';
      await update(tenantId, tenant.etag, settings(hostname, true, element(text, 'CertificateArn')));
      return (await read(tenantId))?.isActive ? 'active' : 'pending';
    },

    async remove(tenantId) {
      const tenant = await read(tenantId);
      if (!tenant) return;
      if (tenant.isEnabled) await update(tenantId, tenant.etag, settings(tenant.hostname, false));
      const ifMatch = tenant.isEnabled ? (await read(tenantId))?.etag : tenant.etag;
      const expected = ['EntityNotFound', 'ResourceNotDisabled', 'PreconditionFailed', 'InvalidIfMatchVersion'];
      const { code } = await call('DELETE', `distribution-tenant/${tenantId}`, {
        ...(ifMatch && { ifMatch }),
        expected,
      });
      // Disabling takes a moment at all edges.
      if (code !== '' && code !== 'EntityNotFound') throw new AppError('unavailable');
    },

    async purge(tenantId, paths, idempotencyKey) {
      const body = invalidationBatch(paths, idempotencyKey);
      await call('POST', `distribution-tenant/${tenantId}/invalidation`, { body, expected: ['EntityNotFound'] });
    },
  };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** Returns the text of the first element of a name; '' without one. Ids, names and states need no unescaping. */
function element(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

/** Returns the services of own domains; null where the stage has no multi-tenant distribution. */
export function domainServicesFromEnv(): DomainServices | null {
  const env = readEnv([
    'DOMAIN_TARGET',
    'TENANT_DISTRIBUTION_ID',
    'CONNECTION_GROUP_ID',
    'DNS_SERVERS',
    'CLOUDFRONT_ENDPOINT',
  ]);
  const { DOMAIN_TARGET: target, TENANT_DISTRIBUTION_ID: distributionId, CONNECTION_GROUP_ID: connectionGroupId } = env;
  if (!target || !distributionId || !connectionGroupId) return null;
  const options = { keys: awsKeysFromEnv(), distributionId, connectionGroupId, endpoint: env.CLOUDFRONT_ENDPOINT };
  return { target, lookUp: dnsLookUp(env.DNS_SERVERS?.split(' ')), tenants: cloudFrontTenants(options) };
}
