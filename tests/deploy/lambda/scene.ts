import type { Endpoint } from '#core/api/endpoint.ts';
import type { Stage } from './stage.ts';
import type { Studio, TakenPhoto } from './studio.ts';

/** Shared data of all calls; calls with permanent changes create their own. */
export interface Scene {
  stage: Stage;
  studio: Studio;
  galleryId: string;
  photo: TakenPhoto;
}

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object;
  /** `name=value` pairs of a browser. */
  cookie?: string;
  /** An API token, instead of the sign-in. */
  token?: string;
}

/** Calls an endpoint through the edge, with the sign-in that it requires. */
export function send(
  { stage, studio }: Scene,
  endpoint: Endpoint,
  { params = {}, query, body, cookie, token }: Sent = {},
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const isForm = body instanceof FormData || body instanceof URLSearchParams || body instanceof Uint8Array;
  return fetch(`${stage.origin}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(endpoint.channel ? { 'x-channel': endpoint.channel } : {}),
      ...(endpoint.access === 'anyone' ? {} : { authorization: `Bearer ${token ?? studio.session.access_token}` }),
      ...(['member', 'sync'].includes(endpoint.access) ? { 'x-account-id': studio.account.id } : {}),
      ...(endpoint.access === 'sync' ? { 'x-api-key': stage.deployment.installation.secrets.zeroApiKey } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? (body as BodyInit) : JSON.stringify(body) } : {}),
  });
}

export type Call = (scene: Scene) => Promise<Response>;
