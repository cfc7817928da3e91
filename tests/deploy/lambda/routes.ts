/** A route of the HTTP API: `GET /api/accounts/{accountId}` or `$default`, and its function. */
export interface ApiRoute {
  routeKey: string;
  functionName: string;
}

export interface MatchedRoute extends ApiRoute {
  pathParameters: Record<string, string>;
}

/**
 * Chooses a route as API Gateway does: the exact method before `ANY`, a literal segment before a parameter, greedy ones
 * (`{proxy+}`) after those, `$default` last.
 * @returns null without any match
 */
export function matchRoute(routes: readonly ApiRoute[], method: string, path: string): MatchedRoute | null {
  const segments = path.split('/').slice(1);
  const fitting = routes.flatMap((route) => {
    const fit = route.routeKey === '$default' ? { rank: '', pathParameters: {} } : fitOf(route, method, segments);
    return fit ? [{ ...route, ...fit }] : [];
  });
  const [best] = fitting.toSorted((a, b) => (a.rank < b.rank ? 1 : -1));
  return best
    ? { routeKey: best.routeKey, functionName: best.functionName, pathParameters: best.pathParameters }
    : null;
}

interface Fit {
  /** Sort key: more specific routes come first. */
  rank: string;
  pathParameters: Record<string, string>;
}

function fitOf({ routeKey }: ApiRoute, method: string, segments: readonly string[]): Fit | null {
  const [routeMethod = '', routePath = ''] = routeKey.split(' ');
  if (routeMethod !== method && routeMethod !== 'ANY') return null;
  const parts = routePath.split('/').slice(1);
  const isGreedy = parts.at(-1)?.endsWith('+}') ?? false;
  if (isGreedy ? segments.length < parts.length : segments.length !== parts.length) return null;
  const pathParameters: Record<string, string> = {};
  let rank = '';
  for (const [index, part] of parts.entries()) {
    const name = /^\{(\w+)\+?\}$/.exec(part)?.[1];
    if (!name && part !== segments[index]) return null;
    const value = part.endsWith('+}') ? segments.slice(index).join('/') : segments[index];
    if (name) pathParameters[name] = decoded(value ?? '');
    rank += name ? (part.endsWith('+}') ? '1' : '2') : '3';
  }
  return { rank: rank + (routeMethod === method ? '3' : '2'), pathParameters };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
