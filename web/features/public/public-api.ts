import type { ErrorBody } from '#core/api/errors.ts';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { invites } from '#core/api/invites.ts';
import type { PublicGallery } from '#core/api/public.ts';
import { ERROR_CODES } from '#core/domain/errors.ts';
import { Failure } from './failure.ts';
import type { VerifyAnswer } from './gallery-access.ts';
import type { StudioPageData } from './page-data.ts';

/** The calls of a visitor. Each rejects with a {@link Failure}. */
export interface PublicApi {
  studio: (slug: string) => Promise<StudioPageData>;
  gallery: (slug: string, galleryId: string) => Promise<PublicGallery>;
  verify: (galleryId: string, password?: string) => Promise<VerifyAnswer>;
  /** Lets the covers of a studio's public galleries through: this one's and, up to 20, the others'. */
  glance: (galleryId: string) => Promise<VerifyAnswer>;
  verifyInvite: (token: string) => Promise<ResponseOf<typeof invites.verify>>;
  renewInvite: (token: string) => Promise<ResponseOf<typeof invites.renew>>;
}

/** Longer than a slow 3G connection needs, shorter than anybody waits. */
const TIMEOUT_MS = 20_000;

/**
 * A visitor's calls, typed by the contract but without its schemas: on the public pages every kilobyte of script is a
 * tenth of a second of waiting (design/quality.md, bar 12), and the answers come from our own origin.
 */
export function createPublicApi(fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)): PublicApi {
  async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    let response: Response;
    try {
      response = await fetch(path, {
        method,
        headers: { 'X-Channel': 'public', ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      throw new Failure('network');
    }
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer as T;
    throw failureOf(answer, response);
  }
  const at = (...parts: string[]) => `/api/${parts.map(encodeURIComponent).join('/')}`;
  return {
    studio: (slug) => call('GET', at('p', slug)),
    gallery: (slug, galleryId) => call('GET', at('p', slug, 'gallery', galleryId)),
    verify: (galleryId, password) =>
      call('POST', at('p', galleryId, 'galleries', 'verify'), password === undefined ? undefined : { password }),
    glance: (galleryId) => call('POST', at('p', galleryId, 'galleries', 'verify'), { glance: true }),
    verifyInvite: (token) => call('POST', at('auth', 'verify-invite'), { token }),
    renewInvite: (token) => call('POST', at('auth', 'renew-invite'), { token }),
  };
}

function failureOf(answer: unknown, response: Response): Failure {
  const error = typeof answer === 'object' ? (answer as Partial<ErrorBody> | null)?.error : undefined;
  const code = ERROR_CODES.find((known) => known === error?.code);
  const retryAfter = Number(response.headers.get('retry-after'));
  const params = { ...(retryAfter > 0 && { retryAfter }), ...error?.params };
  if (code) return new Failure(code, params);
  // Not an answer of ours: a hotel's sign-in page, a proxy, an outage.
  return response.status >= 500 ? new Failure('unavailable', params) : new Failure('network');
}
