import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CAPABILITIES } from '../domain/roles.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
  })),
);
/** Screens of the back office that somebody sees who has not signed in yet. */
const OF_BACK_OFFICE = new Set(['members.previewInvite']);
const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
const isObject = (schema: unknown): schema is z.ZodObject => schema instanceof z.ZodObject;

describe('every endpoint', () => {
  it.each(ALL)('$name has a key of params for each part of its path', ({ endpoint: { path, params } }) => {
    expect(new Set(isObject(params) ? Object.keys(params.shape) : [])).toEqual(new Set(namesIn(path)));
  });

  it.each(ALL)(
    '$name says whose channel it is, unless a browser or a service calls by itself',
    ({ name, endpoint }) => {
      const byItself = endpoint.access === 'sync' || (endpoint.access === 'anyone' && endpoint.method === 'GET');
      const ofVisitors = endpoint.access === 'anyone' && !OF_BACK_OFFICE.has(name);
      expect(endpoint.channel).toBe(byItself ? undefined : ofVisitors ? 'public' : 'backoffice');
    },
  );

  it.each(ALL)('$name asks for a capability where a member is asked for', ({ endpoint: { access, capability } }) => {
    if (access === 'member') expect(CAPABILITIES).toContain(capability);
    else expect(capability).toBeUndefined();
  });

  it.each(ALL)('$name takes a body only with a method that has one', ({ endpoint: { method, body } }) => {
    if (method === 'GET' || method === 'DELETE') expect(body).toBeUndefined();
  });

  it.each(ALL)('$name takes nothing that it does not know', ({ endpoint }) => {
    for (const part of [endpoint.params, endpoint.query, endpoint.body]) {
      const schema = part instanceof z.ZodOptional ? part.unwrap() : part;
      if (isObject(schema))
        expect(schema.safeParse({ stranger: 1 }).error?.issues).toContainEqual(
          expect.objectContaining({ code: 'unrecognized_keys' }),
        );
    }
  });
});

describe('the table', () => {
  it('has one endpoint for a method and path, whatever its parameters are called', () => {
    const routes = ALL.map(({ endpoint: { method, path } }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });

  // A table is asked for by a link, which names the file: browsers save one that answers late under its last part.
  it('lies below /api, in lower case, and a file under its ending', () => {
    for (const { endpoint, name } of ALL)
      expect(endpoint.path.replaceAll(/:\w+/g, ''), name).toMatch(
        /^\/api(?:\/[a-z-]*)+(?:(?<=[a-z])\.(?:csv|ics|pdf))?$/,
      );
  });
});
