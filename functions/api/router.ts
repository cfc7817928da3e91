import { endpoints, type Endpoints, type Group } from '#core/api/endpoints.ts';
import type { Endpoint } from '#core/api/endpoint.ts';
import { AppError } from '#core/domain/errors.ts';

/** The endpoint that a call is for. */
export type Match = {
  [G in Group]: { group: G; name: keyof Endpoints[G] & string; params: Readonly<Record<string, string>> };
}[Group];

interface Route {
  group: Group;
  name: string;
  method: string;
  segments: readonly string[];
}

const ROUTES: readonly Route[] = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, { method, path }]) => ({
    group: group as Group,
    name,
    method,
    segments: path.split('/'),
  })),
);

/**
 * Finds the endpoint of a method and a path.
 * @param path still percent-encoded, without the query
 * @throws AppError `not_found`, `method_not_allowed`.
 */
export function match(method: string, path: string): Match {
  const segments = path.split('/');
  const fitting = ROUTES.flatMap((route) => {
    const params = paramsOf(route.segments, segments);
    return params ? [{ route, params }] : [];
  });
  if (fitting.length === 0) throw new AppError('not_found');
  const found = fitting.find(({ route }) => route.method === method);
  if (!found) throw new AppError('method_not_allowed');
  return { group: found.route.group, name: found.route.name, params: found.params } as Match;
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
