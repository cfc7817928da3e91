import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';

/** A call whose path has the studio and the secret of a client's link. */
export interface LinkCall {
  services: Services;
  request: HttpRequest;
  params: { accountSlug: string; token: string };
}
