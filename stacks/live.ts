import { accessLogs } from './api.ts';
import { logical, physical } from './names.ts';
import type { StageSettings } from './settings.ts';

/** The product socket. */
export interface LiveApi {
  api: aws.apigatewayv2.Api;
  /** URL by which functions send. */
  endpoint: $util.Output<string>;
  /** ARN of all connections. */
  connectionsArn: $util.Output<string>;
}

/** Name of the stage and, since it is part of the URL, path of the socket. */
const STAGE = 'ws';
const ROUTES = ['$connect', '$default', '$disconnect'] as const;

/**
 * Creates the WebSocket API with its three routes to one function. The function refuses connections without the
 * distribution's secret.
 */
export function liveApi(fn: sst.aws.Function, settings: StageSettings): LiveApi {
  const api = new aws.apigatewayv2.Api('Live', {
    name: physical('live'),
    protocolType: 'WEBSOCKET',
    routeSelectionExpression: '$request.body.type',
  });
  const permission = new aws.lambda.Permission('LiveSocket', {
    action: 'lambda:InvokeFunction',
    function: fn.name,
    principal: 'apigateway.amazonaws.com',
    sourceArn: $interpolate`${api.executionArn}/*`,
  });
  const integration = new aws.apigatewayv2.Integration(
    'Live',
    { apiId: api.id, integrationType: 'AWS_PROXY', integrationUri: fn.nodes.function.invokeArn },
    { dependsOn: permission },
  );
  const target = $interpolate`integrations/${integration.id}`;
  const routes = ROUTES.map((routeKey) => {
    const answers = routeKey === '$default' ? { routeResponseSelectionExpression: '$default' } : {};
    const name = `Live${logical(routeKey.slice(1))}`;
    return new aws.apigatewayv2.Route(name, { apiId: api.id, routeKey, target, ...answers });
  });
  // Returns the function's answer to the browser.
  const answer = new aws.apigatewayv2.RouteResponse('Live', {
    apiId: api.id,
    routeId: routes[1]!.id,
    routeResponseKey: '$default',
  });
  stage(api, settings, [...routes, answer]);
  return {
    api,
    endpoint: api.apiEndpoint.apply((url) => `${url.replace('wss:', 'https:')}/${STAGE}`),
    connectionsArn: $interpolate`${api.executionArn}/${STAGE}/*/@connections/*`,
  };
}

function stage(api: aws.apigatewayv2.Api, settings: StageSettings, dependsOn: $util.Resource[]): void {
  new aws.apigatewayv2.Stage(
    'Live',
    {
      apiId: api.id,
      name: STAGE,
      autoDeploy: true,
      defaultRouteSettings: {
        throttlingRateLimit: settings.apiRate.perSecond,
        throttlingBurstLimit: settings.apiRate.burst,
        detailedMetricsEnabled: false,
        loggingLevel: 'OFF',
        dataTraceEnabled: false,
      },
      accessLogSettings: accessLogs('Live', 'live', ACCESS, settings),
    },
    { dependsOn },
  );
}

/** Logs events, their status and duration; no query (it contains tokens), no IP address. */
const ACCESS = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  ms: '$context.integrationLatency',
  functionStatus: '$context.integration.status',
  error: '$context.error.responseType',
};
