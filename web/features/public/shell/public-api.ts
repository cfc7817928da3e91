import { createContext, use } from 'react';
import type { Archive, archives } from '#core/api/archives.ts';
import type { BodyInput, Endpoint, ResponseOf } from '#core/api/endpoint.ts';
import type { ErrorBody } from '#core/api/errors.ts';
import type { invites } from '#core/api/invites.ts';
import type { PublicGallery } from '#core/api/public.ts';
import type { ErrorCode } from '#core/domain/values/errors.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { Failure } from './failure.ts';
import type { VerifyResponse } from './gallery-access.ts';
import type { StudioPageData } from '#core/api/page-data.ts';

type Method = Endpoint['method'];

/** API requests of a visitor. Each rejects with a {@link Failure}. */
export interface PublicApi {
  studio: (slug: string) => Promise<StudioPageData>;
  /** `later`: for photos further down; has a lower priority than images and a longer timeout. */
  gallery: (slug: string, galleryId: string, options?: { later: boolean }) => Promise<PublicGallery>;
  verify: (galleryId: string, password?: string) => Promise<VerifyResponse>;
  /** Grants access to the covers of the studio's public galleries: this one and up to 20 others. */
  glance: (galleryId: string) => Promise<VerifyResponse>;
  verifyInvite: (token: string) => Promise<ResponseOf<typeof invites.verify>>;
  renewInvite: (token: string) => Promise<ResponseOf<typeof invites.renew>>;
  unlock: (galleryId: string, pin: string) => Promise<ResponseOf<typeof archives.unlock>>;
  createArchive: (galleryId: string, order: BodyInput<typeof archives.create>) => Promise<Archive>;
  archive: (galleryId: string, archiveId: string) => Promise<Archive>;
  notify: (
    galleryId: string,
    archiveId: string,
    to: BodyInput<typeof archives.notify>,
  ) => Promise<ResponseOf<typeof archives.notify>>;
  /** Reports viewed photos. Sent while the page unloads, so nothing awaits an answer. */
  views: (galleryId: string, photoIds: readonly string[]) => void;
  /** Sends any request of the contract. Lazy pages use it and type the answer themselves. */
  call: <T>(method: Method, path: string, body?: object) => Promise<T>;
  /** Sends a request even while the page unloads. Ignores the answer and any failure. */
  tell: (path: string, body: object) => void;
  /** Rejects if the download would be refused, in which case its link shows nothing. */
  checkDownload: (href: string) => Promise<void>;
  /** Returns a photo's file, following the redirect to storage. */
  file: (href: string, signal: AbortSignal) => Promise<Blob>;
}

/** Timeout in milliseconds: longer than a slow 3G connection needs. */
const TIMEOUT_MS = 20_000;
/** Timeout in milliseconds for 320 KB on a slow 3G connection that also loads images. */
const LATER_TIMEOUT_MS = 120_000;

interface CallOptions {
  later?: boolean;
}

/**
 * Creates the API requests of a visitor, typed by the contract but without its schemas. On the public pages every
 * kilobyte of script costs a tenth of a second, and the answers come from our own origin.
 */
export function createPublicApi(fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)): PublicApi {
  async function send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(path, init);
    } catch {
      throw new Failure('network');
    }
  }
  async function call<T>(method: Method, path: string, body?: object, options?: CallOptions): Promise<T> {
    const later = options?.later ?? false;
    const response = await send(path, {
      method,
      headers: {
        'X-Channel': 'public',
        'Accept-Language': currentLanguage(),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(later && { priority: 'low' as const }),
      signal: AbortSignal.timeout(later ? LATER_TIMEOUT_MS : TIMEOUT_MS),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer as T;
    throw failureOf(answer, response);
  }
  async function file(href: string, signal: AbortSignal): Promise<Blob> {
    // A plain request without the channel header: a custom header would make S3 require a preflight.
    const response = await send(href, { signal });
    if (!response.ok) throw failureOf(await response.json().catch(() => null), response);
    return response.blob().catch(() => {
      throw new Failure('network');
    });
  }
  async function checkDownload(href: string): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status } = await send(href, { method: 'HEAD', redirect: 'manual', signal });
    if (status < 400) return;
    // `HEAD` has no body: the refused download itself says why.
    const refused = await send(href, { redirect: 'manual', signal });
    if (refused.status >= 400) throw failureOf(await refused.json().catch(() => null), refused);
  }
  function tell(path: string, body: object): void {
    const headers = { 'X-Channel': 'public', 'Content-Type': 'application/json' };
    // `keepalive`: the page may be closed before the answer arrives.
    fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => {});
  }
  const at = (...parts: string[]) => `/api/${parts.map(encodeURIComponent).join('/')}`;
  return {
    studio: (slug) => call('GET', at('p', slug)),
    gallery: (slug, galleryId, options) => call('GET', at('p', slug, 'gallery', galleryId), undefined, options),
    verify: (galleryId, password) =>
      call('POST', at('p', galleryId, 'galleries', 'verify'), password === undefined ? undefined : { password }),
    glance: (galleryId) => call('POST', at('p', galleryId, 'galleries', 'verify'), { glance: true }),
    verifyInvite: (token) => call('POST', at('auth', 'verify-invite'), { token }),
    renewInvite: (token) => call('POST', at('auth', 'renew-invite'), { token }),
    unlock: (galleryId, pin) => call('POST', at('p', galleryId, 'pin'), { pin }),
    createArchive: (galleryId, order) => call('POST', at('p', galleryId, 'archives'), order),
    archive: (galleryId, archiveId) => call('GET', at('p', galleryId, 'archives', archiveId)),
    notify: (galleryId, archiveId, to) => call('POST', at('p', galleryId, 'archives', archiveId, 'mail'), to),
    views: (galleryId, photoIds) => tell(at('p', galleryId, 'views'), { photoIds }),
    call,
    tell,
    checkDownload,
    file,
  };
}

function failureOf(answer: unknown, response: Response): Failure {
  const error = typeof answer === 'object' ? (answer as Partial<ErrorBody> | null)?.error : undefined;
  // Not checked against the list of codes, which is 2 KB of script: an unlisted code uses the text of `unknown`.
  const code = /^[a-z_]+$/.test(error?.code ?? '') ? (error?.code as ErrorCode) : undefined;
  const retryAfter = Number(response.headers.get('retry-after'));
  const issues = error?.issues;
  const params = { ...(retryAfter > 0 && { retryAfter }), ...(issues && { issues }), ...error?.params };
  if (code) return new Failure(code, params);
  // Not an answer of our API: a hotel's sign-in page, a proxy or an outage.
  return response.status >= 500 ? new Failure('unavailable', params) : new Failure('network');
}

/** API of the page, for components deep inside a gallery. */
export const ApiContext = createContext<PublicApi | null>(null);

export function useApi(): PublicApi {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi needs an ApiContext above it');
  return api;
}
