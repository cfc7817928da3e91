import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { CALLS } from '../endpoint-calls.ts';
import type { Scene } from '../scene.ts';

/** Every endpoint of the contract: `accounts.list` and so on, with the key of its route. */
const ENDPOINTS = Object.entries(endpoints).flatMap(([group, table]) =>
  Object.entries<Endpoint>(table).map(([entry, endpoint]) => ({
    name: `${group}.${entry}`,
    endpoint,
    call: (CALLS[group as keyof typeof CALLS] as Record<string, (scene: Scene) => Promise<Response>>)[entry]!,
    routeKey: `${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`,
  })),
);

/** Statuses of responses without a schema, such as redirects. */
const REDIRECTS = new Set(['publicPages.download', 'publicPages.play', 'archives.part']);

export function everyEndpoint(scene: () => Scene): void {
  describe('every endpoint', () => {
    it.each(ENDPOINTS)('$name is answered by its package', async ({ name, endpoint, call, routeKey }) => {
      const answer = await call(scene());
      expect(answer.status).toBe(REDIRECTS.has(name) ? 302 : (endpoint.status ?? 200));
      const body = await answer.text();
      if (endpoint.response) endpoint.response.parse(JSON.parse(body));
      expect(scene().stage.deployment.calledRoutes).toContain(routeKey);
    });

    it('has a route of its own, and only the default route has no endpoint', () => {
      const routes = scene().stage.deployment.deployed.routes.map(({ routeKey }) => routeKey);
      const keys = ENDPOINTS.map(({ routeKey }) => routeKey);
      const heads = keys.filter((key) => key.startsWith('GET ')).map((key) => key.replace('GET', 'HEAD'));
      expect(new Set(routes)).toEqual(new Set(['$default', ...keys, ...heads]));
      // API Gateway's quota of routes for an HTTP API.
      expect(routes.length).toBeLessThanOrEqual(300);
    });
  });
}
