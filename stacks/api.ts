import { endpoints, functionOf, type Group, requestMethods } from '#core/api/endpoints.ts';
import type { Functions } from './functions.ts';
import { logical, physical } from './names.ts';
import type { StageSettings } from './settings.ts';

const API_FUNCTIONS = [...(Object.keys(endpoints) as Group[]).map(functionOf), 'unmatched'] as const;
type ApiFunction = (typeof API_FUNCTIONS)[number];

/**
 * Creates the HTTP API with a route per endpoint of the contract. Functions refuse requests without the distribution's
 * secret, since an HTTP API cannot restrict access itself. Not `sst.aws.ApiGatewayV2`: it creates an integration and a
 * permission per route, allows every origin, and logs paths and IP addresses.
 */
export function httpApi(functions: Functions<ApiFunction>, settings: StageSettings): aws.apigatewayv2.Api {
  const api = new aws.apigatewayv2.Api('Api', { name: physical('api'), protocolType: 'HTTP' });
  const targets = Object.fromEntries(API_FUNCTIONS.map((name) => [name, integrate(api, name, functions[name])]));
  const route = (name: string, routeKey: string, to: ApiFunction) =>
    new aws.apigatewayv2.Route(`Route${logical(name)}`, { apiId: api.id, routeKey, target: targets[to]! });
  for (const [group, entries] of Object.entries(endpoints)) {
    for (const [name, { method, path }] of Object.entries(entries)) {
      const at = path.replace(/:(\w+)/g, '{$1}');
      for (const one of requestMethods(method)) {
        route(
          `${group}-${name}${one === method ? '' : `-${one.toLowerCase()}`}`,
          `${one} ${at}`,
          functionOf(group as Group),
        );
      }
    }
  }
  route('unmatched', '$default', 'unmatched');
  stage(api, settings);
  return api;
}

/** Allows the API to invoke the function, and returns the target of its routes. */
function integrate(api: aws.apigatewayv2.Api, name: ApiFunction, fn: sst.aws.Function): $util.Output<string> {
  const permission = new aws.lambda.Permission(`Api${logical(name)}`, {
    action: 'lambda:InvokeFunction',
    function: fn.name,
    principal: 'apigateway.amazonaws.com',
    sourceArn: $interpolate`${api.executionArn}/*`,
  });
  const integration = new aws.apigatewayv2.Integration(
    `Api${logical(name)}`,
    {
      apiId: api.id,
      integrationType: 'AWS_PROXY',
      integrationUri: fn.arn,
      payloadFormatVersion: '2.0',
    },
    { dependsOn: permission },
  );
  return $interpolate`integrations/${integration.id}`;
}

/** Creates the log of an API's calls; returns the setting of its stage. */
export function accessLogs(
  name: string,
  thing: string,
  fields: Readonly<Record<string, string>>,
  { logRetentionDays }: StageSettings,
) {
  // AWS's own prefix: its log groups share one resource policy instead of filling it.
  const logs = new aws.cloudwatch.LogGroup(`${name}Access`, {
    name: `/aws/vendedlogs/${physical(thing)}`,
    retentionInDays: logRetentionDays,
  });
  return { destinationArn: logs.arn, format: JSON.stringify(fields) };
}

function stage(api: aws.apigatewayv2.Api, settings: StageSettings): void {
  new aws.apigatewayv2.Stage('Api', {
    apiId: api.id,
    name: '$default',
    autoDeploy: true,
    defaultRouteSettings: {
      throttlingRateLimit: settings.apiRate.perSecond,
      throttlingBurstLimit: settings.apiRate.burst,
      detailedMetricsEnabled: false,
    },
    accessLogSettings: accessLogs('Api', 'api', ACCESS, settings),
  });
}

/** Logs endpoint, status and duration; no path (it contains slugs and ids), no query, no IP address. */
const ACCESS = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  ms: '$context.responseLatency',
  functionStatus: '$context.integration.status',
  functionMs: '$context.integration.latency',
  functionRequestId: '$context.integration.requestId',
  error: '$context.error.responseType',
};
