import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint } from '#core/api/endpoint.ts';
import { match } from './api/router.ts';
import { handlers } from './handlers.ts';
import { type Handler, type LambdaHandler, respond, type Result } from './lib/http.ts';
import { type Services, servicesFromEnv } from './lib/services.ts';

/** The whole HTTP API on the given services. */
export function createApi(services: Services): LambdaHandler {
  return (event) =>
    respond(event, services, (request) => {
      const { group, name, params } = match(request.method, request.path);
      // Group and name come from the same table as the handlers; their types meet again in `handlers`.
      const named = handlers[group] as Readonly<Record<string, Handler<Endpoint>>>;
      return named[name]!.run(request, params, services);
    });
}

const api = createApi(servicesFromEnv());

/** The Lambda function behind `/api/*`. */
export function handler(event: APIGatewayProxyEventV2): Promise<Result> {
  return api(event);
}
