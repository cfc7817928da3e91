import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints, type Group } from '#core/api/endpoints.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Services } from '../services.ts';
import { type LambdaHandler, respond } from './handler.ts';
import { match, type Route, routeTo } from './router.ts';

/** Every endpoint with the group whose function handles it. */
export const GROUP_ROUTES: readonly Route<Group>[] = Object.entries(endpoints).flatMap(([group, table]) =>
  Object.values<Endpoint>(table).map((endpoint) => routeTo(endpoint, group as Group)),
);

/**
 * Returns the function of the API's `$default` route. Responds `not_found` or `method_not_allowed` in the API's format,
 * and only to requests through the distribution.
 */
export function createUnmatched(services: Services): LambdaHandler {
  return (event) =>
    respond(event, services, async (request) => {
      match(GROUP_ROUTES, request.method, request.path);
      // The endpoint exists, but its route did not lead here.
      throw new AppError('not_found');
    });
}
