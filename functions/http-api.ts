import type { Endpoint } from '#core/api/endpoint.ts';
import type { Endpoints, Group } from '#core/api/endpoints.ts';
import { match, routeTo } from './api/router.ts';
import { type Handler, type Handlers, type LambdaHandler, respond } from './lib/http.ts';
import type { Services } from './lib/services.ts';

/** One group's handlers: all of them, under the names of the contract, and nothing else beside. */
export type GroupHandlers<G extends Group> = Handlers<Endpoints>[G] & Readonly<Record<string, Handler<Endpoint>>>;

/**
 * The function of one group of endpoints. It knows its own and none besides: the path of another group is as unknown
 * to it as any invention.
 */
export function createGroup<G extends Group>(handlers: GroupHandlers<G>, services: Services): LambdaHandler {
  const handlerList: readonly Handler<Endpoint>[] = Object.values(handlers);
  const routes = handlerList.map((handler) => routeTo(handler.endpoint, handler));
  return (event) =>
    respond(event, services, (request) => {
      const { target, params } = match(routes, request.method, request.path);
      return target.run(request, params, services);
    });
}
