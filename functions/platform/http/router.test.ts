import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { match, routeTo } from './router.ts';

const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${endpoint.method} ${endpoint.path}`, group, name, endpoint] as const,
  ),
);

const ROUTES = ALL.map(([, group, name, endpoint]) => routeTo(endpoint, `${group}.${name}`));

describe('match', () => {
  // Also proves that no two endpoints match the same call: the first one would hide the other.
  it.each(ALL)('finds %s', (_, group, name, { method, path }) => {
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, param]) => [param!, `a ${param}`]));
    const filled = path.replace(/:(\w+)/g, (_whole, param: string) => encodeURIComponent(params[param]!));
    expect(match(ROUTES, method, filled)).toEqual({ target: `${group}.${name}`, params });
  });

  it('finds HEAD wherever GET is, and nowhere else', () => {
    expect(match(ROUTES, 'HEAD', '/api/openapi.json').target).toBe('integrations.openapi');
    expect(() => match(ROUTES, 'HEAD', '/api/upload')).toThrow(
      expect.objectContaining({ code: 'method_not_allowed', params: { allow: ['POST'] } }),
    );
  });

  it('distinguishes a wrong method from a wrong path', () => {
    const codeOf = (method: string, path: string) => {
      try {
        return match(ROUTES, method, path).target;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(codeOf('DELETE', '/api/accounts')).toBe('method_not_allowed');
    expect(codeOf('get', '/api/accounts')).toBe('method_not_allowed');
    for (const path of [
      '/api/accounts/',
      '//api/accounts',
      '/api/gallery/',
      '/api/gallery/%',
      '/api/gallery/a/b/c',
      '',
    ]) {
      expect(codeOf('DELETE', path)).toBe('not_found');
    }
  });
});
