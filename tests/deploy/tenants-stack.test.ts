import { resolve } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { METHODS, TENANT_BEHAVIOURS } from '#functions/edge/route.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { tenantsApp } from '../../stacks/tenants-stack/app.ts';
import { PLANS } from '../../stacks/web/behaviours.ts';

const outdir = resolve(import.meta.dirname, '../../.build/cdk', `tenants-${process.env['VITEST_POOL_ID'] ?? '0'}`);
const template = Template.fromStack(tenantsApp('production', settingsFor('production'), outdir).stack);
/** CloudFormation's limit for an inline template, in bytes. */
const INLINE_LIMIT = 51_200;

interface Behaviour {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  FunctionAssociations: { EventType: string; FunctionARN: { Ref: string } }[];
}

const [resource] = Object.values(template.findResources('AWS::CloudFront::Distribution'));
const config = resource!['Properties'].DistributionConfig as {
  ConnectionMode: string;
  CacheBehaviors: Behaviour[];
  DefaultCacheBehavior: Behaviour;
  Origins: { Id: string; OriginCustomHeaders?: unknown[] }[];
  Aliases?: string[];
  CustomErrorResponses: { ErrorCachingMinTTL: number }[];
};

/** `page-request` becomes `PageRequestArn`. */
const parameterOf = (name: string) =>
  `${name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Arn`;

it('serves tenants only', () => {
  expect([config.ConnectionMode, config.Aliases]).toEqual(['tenant-only', undefined]);
  template.resourceCountIs('AWS::CloudFront::DistributionTenant', 0);
  expect(Object.keys(template.findOutputs('*')).toSorted()).toEqual(['DistributionArn', 'DistributionId']);
});

it('has the paths of own domains in their order, with methods and functions, and nothing else', () => {
  const all = [...config.CacheBehaviors, { ...config.DefaultCacheBehavior, PathPattern: '*' }];
  expect(all.map(({ PathPattern }) => PathPattern)).toEqual(TENANT_BEHAVIOURS.map(({ pattern }) => pattern));
  for (const [index, { behaviour }] of TENANT_BEHAVIOURS.entries()) {
    const { origin, onRequest, onResponse } = PLANS[behaviour];
    const found = all[index]!;
    expect([found.TargetOriginId, found.AllowedMethods]).toEqual([origin, [...METHODS[behaviour]]]);
    expect(found.FunctionAssociations.map(({ EventType, FunctionARN }) => [EventType, FunctionARN.Ref])).toEqual([
      ...(onRequest ? [['viewer-request', parameterOf(onRequest)]] : []),
      ...(onResponse ? [['viewer-response', parameterOf(onResponse)]] : []),
    ]);
  }
});

it('knows the visitors’ socket, but not the back office’s', () => {
  const origins = ['api', 'live', 'page', 'renditions', 'site', 'transform'];
  expect(config.Origins.map(({ Id }) => Id).toSorted()).toEqual(origins);
  expect(Object.keys(template.findParameters('*'))).not.toContain('ZeroDomain');
});

it('keeps the origin secret out of the console, and no error in a cache', () => {
  template.hasParameter('OriginSecret', { NoEcho: true });
  for (const { ErrorCachingMinTTL } of config.CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(0);
});

it('is an inline template without assets', () => {
  const text = JSON.stringify(template.toJSON());
  expect(Buffer.byteLength(text)).toBeLessThan(INLINE_LIMIT);
  expect(text).not.toContain('cdk-bootstrap');
});
