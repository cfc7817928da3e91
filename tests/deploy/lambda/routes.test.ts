import { expect, it } from 'vitest';
import { matchRoute } from './routes.ts';

const ROUTES = ['GET /api/a/{id}', 'GET /api/a/new', 'ANY /api/a/{id}', 'GET /api/{proxy+}', '$default'].map(
  (routeKey) => ({ routeKey, functionName: routeKey }),
);

it.each([
  ['GET', '/api/a/new', 'GET /api/a/new', {}],
  ['GET', '/api/a/x%20y', 'GET /api/a/{id}', { id: 'x y' }],
  ['POST', '/api/a/1', 'ANY /api/a/{id}', { id: '1' }],
  ['GET', '/api/b/c', 'GET /api/{proxy+}', { proxy: 'b/c' }],
  ['POST', '/api/b', '$default', {}],
  ['GET', '/api/a/new/', 'GET /api/{proxy+}', { proxy: 'a/new/' }],
])('%s %s invokes %s', (method, path, routeKey, pathParameters) => {
  expect(matchRoute(ROUTES, method, path)).toMatchObject({ routeKey, pathParameters });
});

it('finds no route without a default', () => {
  expect(matchRoute(ROUTES.slice(0, 2), 'GET', '/elsewhere')).toBeNull();
});
