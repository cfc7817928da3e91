import { endpoints, type Group } from '#core/api/endpoints.ts';
import type { FunctionName } from './function-table.ts';
import type { Functions } from './functions.ts';
import { logical, physical } from './names.ts';
import type { StageSettings } from './settings.ts';

/** Which function answers the endpoints of a group. */
const FUNCTION_OF = {
  accounts: 'accounts',
  archives: 'archives',
  booking: 'booking',
  calendar: 'calendar',
  galleries: 'galleries',
  images: 'images',
  invites: 'invites',
  me: 'me',
  members: 'members',
  payments: 'payments',
  publicPages: 'public-pages',
  uploads: 'uploads',
  watermarks: 'watermarks',
  zero: 'zero',
} as const satisfies Record<Group, FunctionName>;

export const API_FUNCTIONS = [...Object.values(FUNCTION_OF), 'unmatched'] as const;
type ApiFunction = (typeof API_FUNCTIONS)[number];

/**
 * The HTTP API, a route for each endpoint of the contract. It is asked by the distribution and answers nobody who lacks
 * its secret: the functions see to that, since an HTTP API itself can refuse nobody. `sst.aws.ApiGatewayV2` is not
 * used: it makes an integration and a permission for each route, allows every origin, and logs paths and addresses.
 */
export function httpApi(functions: Functions<ApiFunction>, settings: StageSettings): aws.apigatewayv2.Api {
  const api = new aws.apigatewayv2.Api('Api', { name: physical('api'), protocolType: 'HTTP' });
  const targets = Object.fromEntries(API_FUNCTIONS.map((name) => [name, integrate(api, name, functions[name])]));
  const route = (name: string, routeKey: string, to: ApiFunction) =>
    new aws.apigatewayv2.Route(`Route${logical(name)}`, { apiId: api.id, routeKey, target: targets[to]! });
  for (const [group, entries] of Object.entries(endpoints)) {
    for (const [name, { method, path }] of Object.entries(entries)) {
      const key = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
      route(`${group}-${name}`, key, FUNCTION_OF[group as Group]);
    }
  }
  route('unmatched', '$default', 'unmatched');
  stage(api, settings);
  return api;
}

/** Lets the API call the function, and answers where its routes point to. */
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

function stage(api: aws.apigatewayv2.Api, settings: StageSettings): void {
  // AWS's own prefix: log groups below it share one resource policy, which would be full after a few stages.
  const logs = new aws.cloudwatch.LogGroup('ApiAccess', {
    name: `/aws/vendedlogs/${physical('api')}`,
    retentionInDays: settings.logRetentionDays,
  });
  new aws.apigatewayv2.Stage('Api', {
    apiId: api.id,
    name: '$default',
    autoDeploy: true,
    defaultRouteSettings: {
      throttlingRateLimit: settings.apiRate.perSecond,
      throttlingBurstLimit: settings.apiRate.burst,
      detailedMetricsEnabled: false,
    },
    accessLogSettings: { destinationArn: logs.arn, format: JSON.stringify(ACCESS) },
  });
}

/** Which endpoint, how it went and how long it took: no path (it holds slugs and ids), no query, no address. */
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
