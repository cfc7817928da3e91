import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { TYPES } from '#local/dns/wire.ts';
import { refusalOf } from '#local/aws/signature.ts';
import { type EdgeContext, tenantContext, type TenantsState } from './context.ts';
import { CLOUDFRONT_REGION, sendCloudFrontError, sendXml, serveInvalidationBatch } from './purge.ts';
import type { Tenant } from './tenants.ts';

/*
 * CloudFront's API of distribution tenants, at CloudFront's paths
 * (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateDistributionTenant.html). DNS is the zone of
 * local/dns; a certificate takes a moment, so that every state can be seen.
 */

const PATH =
  /^\/2020-05-31\/(distribution-tenant|managed-certificate|verify-dns-configuration)(?:\/([^/?]+))?(\/invalidation)?$/;
/** Time until a certificate is issued for a hostname that points here, in milliseconds. */
const CERTIFICATE_MS = 2_000;

const settings = z.object({
  DistributionId: z.string(),
  Domains: z.object({ member: z.object({ Domain: z.string().regex(/^[a-z0-9.-]{3,253}$/) }) }),
  ConnectionGroupId: z.string(),
  Enabled: z.enum(['true', 'false']),
  Customizations: z.object({ Certificate: z.object({ Arn: z.string() }) }).optional(),
});
const creation = z.object({
  CreateDistributionTenantRequest: settings.extend({
    Name: z.string().regex(/^[a-zA-Z0-9][\w.-]{1,126}[a-zA-Z0-9]$/),
    ManagedCertificateRequest: z.object({ ValidationTokenHost: z.literal('cloudfront') }),
  }),
});
const change = z.object({ UpdateDistributionTenantRequest: settings });
const question = z.object({ VerifyDnsConfigurationRequest: z.object({ Domain: z.string(), Identifier: z.string() }) });

const parser = new XMLParser({ ignoreAttributes: true, ignoreDeclaration: true, parseTagValue: false });

/** True for requests to CloudFront's own API, which has its own host on AWS. */
export function isTenantRequest({ tenants }: EdgeContext, request: IncomingMessage): boolean {
  return tenants !== null && PATH.test(request.url ?? '');
}

export async function serveTenantApi(
  context: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  const { storage, now = Date.now } = context.options;
  const trust = { credentials: storage, region: CLOUDFRONT_REGION, service: 'cloudfront', now: now() };
  const refusal = refusalOf(request, body, trust);
  if (refusal) return sendCloudFrontError(response, 403, refusal);
  const [, resource, identifier, invalidation] = PATH.exec(request.url ?? '') ?? [];
  const call: Call = { context, state: context.tenants!, request, response, xml: body.toString(), now: now() };
  if (resource === 'verify-dns-configuration') return verify(call);
  if (identifier === undefined) return create(call);
  const tenant = call.state.store.find(decodeURIComponent(identifier));
  if (!tenant) return sendCloudFrontError(response, 404, 'EntityNotFound');
  if (resource === 'managed-certificate') return sendCertificate(call, tenant);
  if (invalidation) return serveInvalidationBatch(tenantContext(context, tenant.hostname), response, call.xml);
  if (request.method === 'GET') return sendTenant(response, 200, tenant);
  if (request.headers['if-match'] !== etagOf(tenant)) return sendCloudFrontError(response, 412, 'PreconditionFailed');
  return request.method === 'DELETE' ? remove(call, tenant) : update(call, tenant);
}

interface Call {
  context: EdgeContext;
  state: TenantsState;
  request: IncomingMessage;
  response: ServerResponse;
  xml: string;
  now: number;
}

function parse<T extends z.ZodType>(schema: T, { xml, response }: Call): z.infer<T> | null {
  const isWhole = !/<!DOCTYPE/i.test(xml) && XMLValidator.validate(xml) === true;
  const parsed = isWhole ? schema.safeParse(parser.parse(xml)) : null;
  if (parsed?.success) return parsed.data;
  sendCloudFrontError(response, 400, isWhole ? 'InvalidArgument' : 'MalformedXML');
  return null;
}

function create(call: Call): void {
  const { state, response, now } = call;
  const asked = parse(creation, call)?.CreateDistributionTenantRequest;
  if (!asked) return;
  const { Name: name, Domains: domains, DistributionId: distributionId, ConnectionGroupId: groupId } = asked;
  const hostname = domains.member.Domain;
  if (distributionId !== state.options.distributionId || groupId !== state.options.connectionGroupId)
    return sendCloudFrontError(response, 404, 'EntityNotFound');
  if (state.store.find(name)) return sendCloudFrontError(response, 409, 'EntityAlreadyExists');
  if (state.store.findHost(hostname)) return sendCloudFrontError(response, 409, 'CNAMEAlreadyExists');
  sendTenant(response, 201, state.store.create(name, hostname, now));
}

function update(call: Call, tenant: Tenant): void {
  const asked = parse(change, call)?.UpdateDistributionTenantRequest;
  if (!asked) return;
  const isIssued = certificateStatus(call, tenant) === 'issued';
  const isActive = tenant.isActive || (asked.Customizations !== undefined && isIssued);
  const changed = call.state.store.update(tenant, { isEnabled: asked.Enabled === 'true', isActive });
  sendTenant(call.response, 200, changed);
}

function remove({ state, response }: Call, tenant: Tenant): void {
  if (tenant.isEnabled) return sendCloudFrontError(response, 409, 'ResourceNotDisabled');
  state.store.remove(tenant);
  state.caches.delete(tenant.hostname);
  response.writeHead(204).end();
}

function verify(call: Call): void {
  const asked = parse(question, call)?.VerifyDnsConfigurationRequest;
  if (!asked) return;
  const Status = pointsHere(call.state, asked.Domain) ? 'valid-configuration' : 'invalid-configuration';
  const DnsConfiguration = { Domain: asked.Domain, Status };
  sendXml(call.response, 200, 'VerifyDnsConfigurationResult', { DnsConfigurationList: { DnsConfiguration } });
}

/** True if the zone leads a hostname to the connection group, by CNAME or by its addresses. */
function pointsHere({ zone, options }: TenantsState, hostname: string): boolean {
  const answer = zone.answer({ name: hostname, type: TYPES.A });
  const ours = zone.answer({ name: options.target, type: TYPES.A }).map(({ value }) => value);
  return answer.some(({ type, value }) => type === 'A' && ours.includes(value));
}

function certificateStatus({ state, now }: Call, { hostname, createdAt }: Tenant): 'issued' | 'pending-validation' {
  return pointsHere(state, hostname) && now - createdAt >= CERTIFICATE_MS ? 'issued' : 'pending-validation';
}

function sendCertificate(call: Call, tenant: Tenant): void {
  sendXml(call.response, 200, 'ManagedCertificateDetails', {
    CertificateArn: `arn:aws:acm:us-east-1:000000000000:certificate/${tenant.id}`,
    CertificateStatus: certificateStatus(call, tenant),
    ValidationTokenHost: 'cloudfront',
  });
}

const etagOf = ({ version }: Tenant) => `E${version}`;

function sendTenant(response: ServerResponse, status: number, tenant: Tenant): void {
  response.setHeader('etag', etagOf(tenant));
  sendXml(response, status, 'DistributionTenant', {
    Id: tenant.id,
    Name: tenant.name,
    Domains: { member: { Domain: tenant.hostname, Status: tenant.isActive ? 'active' : 'inactive' } },
    Enabled: String(tenant.isEnabled),
    Status: 'Deployed',
  });
}
