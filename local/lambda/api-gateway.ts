import type { Group } from '#core/api/endpoints.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { match } from '#functions/platform/http/router.ts';
import { GROUP_ROUTES } from '#functions/platform/http/unmatched.ts';
import type { HttpHandler } from './functions.ts';

export type GroupFunctions = Readonly<Record<Group, HttpHandler>>;

/** The HTTP API's routes: each endpoint to its group's function, all others to `unmatched`. */
export function apiGateway(groups: GroupFunctions, unmatched: HttpHandler): HttpHandler {
  return (event, context) => {
    const group = groupOf(event.requestContext.http.method, event.rawPath);
    return (group ? groups[group] : unmatched)(event, context);
  };
}

function groupOf(method: string, path: string): Group | null {
  try {
    return match(GROUP_ROUTES, method, path).target;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
