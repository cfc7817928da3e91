import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints, type Group } from '#core/api/endpoints.ts';
import { type Graph, ofType, one, type Resource } from '../graph.ts';
import type { Check } from './problem.ts';

/** Names of the deployed functions by group of the contract; written out, not read from the stack. */
const ANSWERED_BY: Readonly<Record<Group, string>> = {
  accounts: 'accounts',
  archives: 'archives',
  booking: 'booking',
  calendar: 'calendar',
  contracts: 'contracts',
  fonts: 'fonts',
  galleries: 'galleries',
  images: 'images',
  insights: 'insights',
  integrations: 'integrations',
  invites: 'invites',
  live: 'live',
  logos: 'logos',
  me: 'me',
  members: 'members',
  payments: 'payments',
  plan: 'plan',
  portal: 'portal',
  proofing: 'proofing',
  proposals: 'proposals',
  publicPages: 'public-pages',
  stripe: 'stripe',
  uploads: 'uploads',
  watermarks: 'watermarks',
  zero: 'zero',
};

/** Returns the routes of an API by their keys. @param api its name within the graph */
function routesOf(graph: Graph, api: 'Api' | 'Live'): Map<string, Resource> {
  const own = ofType(graph, 'aws:apigatewayv2/route:Route').filter(({ inputs }) => inputs['apiId'] === `${api}-id`);
  return new Map(own.map((route) => [route.inputs['routeKey'], route]));
}

/** The socket's three routes end in its function, which answers messages; its log has neither queries nor addresses. */
export const socket: Check = (graph) => {
  const found = routesOf(graph, 'Live');
  const lambda = one(graph, 'aws:lambda/function:Function', functionResource('live'));
  const keys = ['$connect', '$default', '$disconnect'];
  const [stage] = ofType(graph, 'aws:apigatewayv2/stage:Stage').filter(({ inputs }) => inputs['apiId'] === 'Live-id');
  const logged = String(stage?.inputs['accessLogSettings'].format);
  return [
    ...keys.filter((key) => !found.has(key)).map((key) => `${key} has no route`),
    ...[...found.keys()].filter((key) => !keys.includes(key)).map((key) => `${key} is no route of the socket`),
    ...[...found].flatMap(([key, route]) => {
      const uri = String(integrationOf(graph, route)?.inputs['integrationUri']);
      return uri.endsWith(`/${lambda.inputs['name']}`) ? [] : [`${key} does not end in live`];
    }),
    ...(found.get('$default')?.inputs['routeResponseSelectionExpression'] ? [] : ['messages get no answer']),
    ...(stage?.inputs['name'] === 'ws' ? [] : ['browsers connect to /ws']),
    ...(/query|path|sourceIp|authorizer/i.test(logged) ? ['the log has tokens or addresses'] : []),
  ];
};

function integrationOf(graph: Graph, route: Resource): Resource | undefined {
  return ofType(graph, 'aws:apigatewayv2/integration:Integration').find(
    ({ name, inputs }) =>
      route.inputs['target'] === `integrations/${name}-id` && inputs['apiId'] === route.inputs['apiId'],
  );
}

/** Every endpoint has a route to the function of its group, a read one for HEAD as well; else there is the default route. */
export const routes: Check = (graph) => {
  const wanted = new Map([...contract(), ['$default', 'unmatched']].map(([key, fn]) => [key!, fn!]));
  const found = routesOf(graph, 'Api');
  return [
    ...[...wanted].flatMap(([key, fn]) => problemsOf(graph, key, fn, found.get(key))),
    ...[...found.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is no endpoint`),
  ];
};

function contract(): [string, string][] {
  return Object.entries(endpoints).flatMap(([group, entries]) =>
    Object.values<Endpoint>(entries).flatMap(({ method, path }) =>
      (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((one): [string, string] => [
        `${one} ${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`,
        ANSWERED_BY[group as Group],
      ]),
    ),
  );
}

function problemsOf(graph: Graph, key: string, fn: string, route: Resource | undefined): string[] {
  if (!route) return [`${key} has no route`];
  const integration = integrationOf(graph, route);
  const lambda = one(graph, 'aws:lambda/function:Function', functionResource(fn));
  const allowed = ofType(graph, 'aws:lambda/permission:Permission').some(
    ({ inputs }) => inputs['function'] === lambda.inputs['name'] && inputs['principal'] === 'apigateway.amazonaws.com',
  );
  if (integration?.inputs['integrationUri'] !== lambda.arn) return [`${key} does not end in ${fn}`];
  if (integration.inputs['payloadFormatVersion'] !== '2.0') return [`${key}: handlers read events of format 2.0`];
  return allowed ? [] : [`${key}: the API may not call ${fn}`];
}

/** `og-sweep` is `OgSweepFunction` in the graph. */
export function functionResource(name: string): string {
  return `${name.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())}Function`;
}
