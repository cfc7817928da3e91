import { type Endpoint, requestMethods } from '#core/api/endpoint.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Services } from '../services.ts';
import { type Handler, type LambdaHandler, respond } from './handler.ts';

/** Method and path of an endpoint, and its target. */
export interface Route<Target> {
  readonly method: Endpoint['method'];
  readonly segments: readonly string[];
  readonly target: Target;
}

interface Match<Target> {
  target: Target;
  params: Readonly<Record<string, string>>;
}

export function routeTo<Target>({ method, path }: Endpoint, target: Target): Route<Target> {
  return { method, segments: path.split('/'), target };
}

/**
 * Returns the target and params of a request. `HEAD` has the target of `GET`: servers on the way drop its body.
 * @param path still percent-encoded, without the query
 * @throws AppError `not_found`; `method_not_allowed` with the methods of this path as `allow`
 */
export function match<Target>(routes: readonly Route<Target>[], method: string, path: string): Match<Target> {
  const segments = path.split('/');
  const fitting = routes.flatMap((route) => {
    const params = paramsOf(route.segments, segments);
    return params ? [{ route, params }] : [];
  });
  if (fitting.length === 0) throw new AppError('not_found');
  const found = fitting.find(({ route }) => requestMethods(route.method).includes(method));
  if (!found) {
    const allow = [...new Set(fitting.flatMap(({ route }) => requestMethods(route.method)))];
    throw new AppError('method_not_allowed', { allow });
  }
  return { target: found.route.target, params: found.params };
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!;
    if (!part.startsWith(':')) {
      if (part !== segment) return null;
      continue;
    }
    const value = decoded(segment);
    if (!value) return null;
    params[part.slice(1)] = value;
  }
  return params;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

export type HandlerTable = Readonly<Record<string, Handler<Endpoint>>>;

/** Returns the function of one group of endpoints. It responds `not_found` to paths of other groups. */
export function createGroup(handlers: HandlerTable, services: Services): LambdaHandler {
  const routes = Object.values(handlers).map((handler) => routeTo(handler.endpoint, handler));
  return (event) =>
    respond(event, services, (request) => {
      const { target, params } = match(routes, request.method, request.path);
      return target.run(request, params, services);
    });
}
