import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints, type Group } from '#core/api/endpoints.ts';
import { AppError } from '#core/domain/errors.ts';
import type { Services } from '../services.ts';
import { type LambdaHandler, respond } from './handler.ts';
import { match, type Route, routeTo } from './router.ts';

/** Every endpoint, and the group whose function answers it. */
export const GROUP_ROUTES: readonly Route<Group>[] = Object.entries(endpoints).flatMap(([group, table]) =>
  Object.values<Endpoint>(table).map((endpoint) => routeTo(endpoint, group as Group)),
);

/**
 * The function behind the API's `$default` route: what no endpoint answers is told so in our own words, a wrong method
 * as such, and only to who comes through the distribution.
 */
export function createUnmatched(services: Services): LambdaHandler {
  return (event) =>
    respond(event, services, async (request) => {
      match(GROUP_ROUTES, request.method, request.path);
      // There is such an endpoint, but its route did not lead here.
      throw new AppError('not_found');
    });
}
