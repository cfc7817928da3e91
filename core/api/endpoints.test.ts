import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CAPABILITIES } from '../domain/studio/roles.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
  })),
);
/** Back-office endpoints that are also called before sign-in. */
const OF_BACK_OFFICE = new Set(['members.previewInvite']);
/** Sent by HTML forms and by Stripe, which know no headers of ours. */
const OF_FORMS = new Set([
  'booking.contact',
  'booking.withdraw',
  'invites.openPage',
  'invites.renewPage',
  'plan.webhook',
  'portal.plainGallery',
  'portal.plainProposal',
  'portal.plainRequest',
  'portal.withdraw',
  'proposals.withdraw',
  'publicPages.plainPassword',
  'publicPages.report',
  'stripe.webhook',
]);
const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
const isObject = (schema: unknown): schema is z.ZodObject => schema instanceof z.ZodObject;

describe('every endpoint', () => {
  it.each(ALL)('$name declares a parameter for each placeholder of its path', ({ endpoint: { path, params } }) => {
    expect(new Set(isObject(params) ? Object.keys(params.shape) : [])).toEqual(new Set(namesIn(path)));
  });

  it.each(ALL)('$name declares its channel, except for links, forms and services', ({ name, endpoint }) => {
    const isLink = endpoint.access === 'anyone' && endpoint.method === 'GET';
    const byItself = ['sync', 'token'].includes(endpoint.access) || isLink || OF_FORMS.has(name);
    const ofVisitors = endpoint.access === 'anyone' && !OF_BACK_OFFICE.has(name);
    expect(endpoint.channel).toBe(byItself ? undefined : ofVisitors ? 'public' : 'backoffice');
  });

  it.each(ALL)(
    '$name declares a capability when it requires a member or a token',
    ({ endpoint: { access, capability } }) => {
      if (access === 'member' || access === 'token') expect(CAPABILITIES).toContain(capability);
      else expect(capability).toBeUndefined();
    },
  );

  it.each(ALL)('$name has a scope and a summary for tokens, or neither', ({ endpoint: { access, scope, summary } }) => {
    expect(summary !== undefined).toBe(scope !== undefined);
    if (scope !== undefined) expect(['member', 'token']).toContain(access);
    if (access === 'token') expect(scope).toBeDefined();
  });

  it.each(ALL)('$name takes a body only with POST, PUT or PATCH', ({ endpoint: { method, body } }) => {
    if (method === 'GET' || method === 'DELETE') expect(body).toBeUndefined();
  });

  it.each(ALL)('$name refuses unknown fields', ({ endpoint }) => {
    for (const part of [endpoint.params, endpoint.query, endpoint.body]) {
      const schema = part instanceof z.ZodOptional ? part.unwrap() : part;
      if (isObject(schema))
        expect(schema.safeParse({ stranger: 1 }).error?.issues).toContainEqual(
          expect.objectContaining({ code: 'unrecognized_keys' }),
        );
    }
  });
});

describe('the endpoint table', () => {
  it('has one endpoint per method and path, ignoring parameter names', () => {
    const routes = ALL.map(({ endpoint: { method, path } }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });

  // A CSV file is downloaded by a link: browsers save a slow response under the last segment of its URL.
  it('puts every path below /api, in lower case, files under their extension', () => {
    for (const { endpoint, name } of ALL)
      expect(endpoint.path.replaceAll(/:\w+/g, ''), name).toMatch(
        /^\/api(?:\/v1)?(?:\/[a-z-]*)+(?:(?<=[a-z])\.(?:csv|ics|json|pdf))?$/,
      );
  });
});
