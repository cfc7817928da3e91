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
  fonts: 'fonts',
  galleries: 'galleries',
  images: 'images',
  invites: 'invites',
  logos: 'logos',
  me: 'me',
  members: 'members',
  payments: 'payments',
  proofing: 'proofing',
  publicPages: 'public-pages',
  uploads: 'uploads',
  watermarks: 'watermarks',
  zero: 'zero',
};

/** Every endpoint has a route to the function of its group; the default route is the only other one. */
export const routes: Check = (graph) => {
  const wanted = new Map([...contract(), ['$default', 'unmatched']].map(([key, fn]) => [key!, fn!]));
  const found = new Map(
    ofType(graph, 'aws:apigatewayv2/route:Route').map((route) => [route.inputs['routeKey'], route]),
  );
  return [
    ...[...wanted].flatMap(([key, fn]) => problemsOf(graph, key, fn, found.get(key))),
    ...[...found.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is no endpoint`),
  ];
};

function contract(): [string, string][] {
  return Object.entries(endpoints).flatMap(([group, entries]) =>
    Object.values<Endpoint>(entries).map(({ method, path }): [string, string] => [
      `${method} ${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`,
      ANSWERED_BY[group as Group],
    ]),
  );
}

function problemsOf(graph: Graph, key: string, fn: string, route: Resource | undefined): string[] {
  if (!route) return [`${key} has no route`];
  const integration = ofType(graph, 'aws:apigatewayv2/integration:Integration').find(
    ({ name }) => route.inputs['target'] === `integrations/${name}-id`,
  );
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
