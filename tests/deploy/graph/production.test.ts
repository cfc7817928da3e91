import { beforeAll, describe, expect, it } from 'vitest';
import { settingsFor } from '../../../stacks/settings.ts';
import { graphOf } from './evaluate.ts';
import { type Graph, ofType, one } from './graph.ts';
import { HOST } from './stage-env.ts';

let graph: Graph;
beforeAll(async () => void (graph = await graphOf('production')));

const HEALTH_CHECK = 'aws:route53/healthCheck:HealthCheck';
const DASHBOARD = 'aws:cloudwatch/dashboard:Dashboard';

describe('the dashboard of production', () => {
  interface Widget {
    properties: { title: string; metrics: (string | object)[][] };
  }

  it('charts existing resources only', () => {
    const { inputs } = one(graph, DASHBOARD, 'Dashboard');
    expect(inputs['dashboardName']).toBe('albumen-production');
    const { widgets } = JSON.parse(inputs['dashboardBody']) as { widgets: Widget[] };
    const names = (type: string) => ofType(graph, type).map((each) => each.inputs['name'] as string);
    const known: Record<string, readonly string[]> = {
      FunctionName: names('aws:lambda/function:Function'),
      QueueName: names('aws:sqs/queue:Queue'),
      ApiId: ofType(graph, 'aws:apigatewayv2/api:Api').map(({ id }) => id),
      DistributionId: ofType(graph, 'aws:cloudfront/distribution:Distribution').map(({ id }) => id),
      ClusterName: ['output-ClusterName'],
      ServiceName: ['output-ServiceName'],
    };
    const rows = widgets.flatMap(({ properties }) => properties.metrics);
    expect(rows.length).toBeGreaterThan(100);
    // SES counts for the whole account, without dimensions.
    const ofStage = rows.filter(([namespace]) => namespace !== 'AWS/SES');
    const unknown = ofStage.filter(([, , dimension, value]) => !known[dimension as string]?.includes(value as string));
    expect(unknown).toEqual([]);
  });

  it('charts every metric of an alarm', () => {
    const body = String(one(graph, DASHBOARD, 'Dashboard').inputs['dashboardBody']);
    const watched = ofType(graph, 'aws:cloudwatch/metricAlarm:MetricAlarm').flatMap(({ inputs }): string[] => {
      const queries = (inputs['metricQueries'] ?? []) as { metric?: { metricName: string } }[];
      return inputs['metricName'] ?? queries.flatMap(({ metric }) => metric?.metricName ?? []);
    });
    // Alarms of checks from outside, of the sweep, which has a figure only when it stops, and of what buckets send.
    const elsewhere = ['HealthCheckStatus', 'OrphansHeld', 'BytesDownloaded'];
    const missing = [...new Set(watched)].filter((metric) => !body.includes(`"${metric}"`));
    expect(missing.filter((metric) => !elsewhere.includes(metric))).toEqual([]);
  });
});

describe('checks from outside', () => {
  it('ask the public host by HTTPS for the page and for zero-cache', () => {
    const asked = ofType(graph, HEALTH_CHECK).map(({ inputs }) =>
      ['type', 'fqdn', 'resourcePath'].map((name) => inputs[name] as string).join(' '),
    );
    expect(new Set(asked)).toEqual(new Set([`HTTPS ${HOST} /`, `HTTPS ${HOST} /zero/keepalive`]));
    expect(asked).toHaveLength(2);
  });

  it('exist in production only, as the dashboard does', async () => {
    const dev = await graphOf('dev');
    expect([...ofType(dev, HEALTH_CHECK), ...ofType(dev, DASHBOARD)]).toEqual([]);
  });
});

describe('the copy of originals', () => {
  it('is made in the second region, deletions included, by a role with these rights only', () => {
    const { originalsCopy, keepDeletedOriginalsDays } = settingsFor('production');
    const { inputs, dependsOn } = one(graph, 'aws:s3/bucketReplicationConfig:BucketReplicationConfig', 'Originals');
    // S3 refuses it before both buckets are versioned.
    expect(dependsOn.filter((urn) => urn.includes(':BucketVersioning::'))).toHaveLength(2);
    const copy = one(graph, 'aws:s3/bucket:Bucket', 'albumen-production-originals-copy');
    expect(copy.inputs['region']).toBe(originalsCopy);
    expect(originalsCopy).not.toBe(settingsFor('production').region);
    expect(inputs).toMatchObject({
      bucket: 'albumen-production-originals',
      role: one(graph, 'aws:iam/role:Role', 'OriginalsCopy').arn,
      rules: [
        {
          status: 'Enabled',
          filter: {},
          deleteMarkerReplication: { status: 'Enabled' },
          destination: { bucket: copy.arn },
        },
      ],
    });
    // Everything about the bucket is in its region, and erased originals end there too.
    const about = graph.resources.filter((each) => each.inputs['bucket'] === copy.name && each !== copy);
    expect(about.length).toBeGreaterThanOrEqual(6);
    expect(about.filter((each) => each.inputs['region'] !== originalsCopy).map(({ type }) => type)).toEqual([]);
    const lifecycle = about.find(({ type }) => type.endsWith(':BucketLifecycleConfiguration'))!;
    expect(JSON.stringify(lifecycle.inputs['rules'])).toContain(`"noncurrentDays":${keepDeletedOriginalsDays}`);
  });
});

it('bills originals of production by their last reading once they are old', async () => {
  const rulesOf = (graph: Graph, name: string) =>
    one(graph, 'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration', name).inputs['rules'] as {
      transitions?: unknown;
      filter: unknown;
    }[];
  const moving = rulesOf(graph, 'albumen-production-originals').filter(({ transitions }) => transitions);
  expect(moving).toMatchObject([
    { filter: { objectSizeGreaterThan: 131_072 }, transitions: [{ days: 90, storageClass: 'INTELLIGENT_TIERING' }] },
  ]);
  expect(rulesOf(graph, 'albumen-production-renditions').filter(({ transitions }) => transitions)).toEqual([]);
});

describe('a pull request’s stage', () => {
  it('asks nobody to confirm alarms', async () => {
    const preview = await graphOf('pr-7');
    expect(ofType(preview, 'aws:sns/topicSubscription:TopicSubscription')).toEqual([]);
    expect(ofType(preview, 'aws:cloudwatch/metricAlarm:MetricAlarm')).toEqual([]);
    expect(one(preview, 'aws:cloudformation/stack:Stack', 'Zero').inputs['parameters']).not.toHaveProperty(
      'AlarmTopicArn',
    );
  });
});

describe('own domains of studios', () => {
  const STACK = 'aws:cloudformation/stack:Stack';
  const variablesOf = (of: Graph, name: string) =>
    one(of, 'aws:lambda/function:Function', name).inputs['environment'].variables as Record<string, string>;

  it('have a distribution that gets every parameter of its template, the secret one as a secret', () => {
    const { inputs, secrets } = one(graph, STACK, 'Tenants');
    const { Parameters } = JSON.parse(inputs['templateBody']) as { Parameters: Record<string, unknown> };
    expect(Object.keys(inputs['parameters']).toSorted()).toEqual(Object.keys(Parameters).toSorted());
    expect(Object.entries(inputs['parameters']).filter(([, value]) => !value)).toEqual([]);
    expect(secrets).toContain('parameters');
  });

  it('point to the connection group, which the page and the outbox know', () => {
    expect(variablesOf(graph, 'PageFunction')['DOMAIN_TARGET']).toBe('output-RoutingEndpoint');
    expect(variablesOf(graph, 'OutboxFunction')).toMatchObject({
      DOMAIN_TARGET: 'output-RoutingEndpoint',
      TENANT_DISTRIBUTION_ID: 'output-DistributionId',
      CONNECTION_GROUP_ID: 'output-Id',
    });
  });

  it('are not offered by a pull request’s stage, whose outbox has no rights on tenants', async () => {
    const preview = await graphOf('pr-7');
    expect(ofType(preview, STACK).map(({ name }) => name)).toEqual(['Zero']);
    expect(variablesOf(preview, 'PageFunction')).not.toHaveProperty('DOMAIN_TARGET');
    const { inlinePolicies } = one(preview, 'aws:iam/role:Role', 'OutboxRole').inputs;
    expect(JSON.stringify(inlinePolicies)).toContain('cloudfront:CreateInvalidation');
    expect(JSON.stringify(inlinePolicies)).not.toMatch(/Tenant|acm:/);
  });
});
