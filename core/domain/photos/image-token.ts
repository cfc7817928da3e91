import { MINUTE_MS } from '../values/durations.ts';

/*
 * The image token, which the edge requires for every image request (docs/decisions/image-access.md).
 *
 *   v1.{expiry, epoch seconds}.{g:galleryId-galleryId…|a:accountId}.{HMAC-SHA-256 of the preceding text, hex}
 *
 * Like image-params.ts, bundled into the edge function: plain code, no zod. The caller computes the HMAC, since Node
 * and CloudFront have different APIs. Every character is allowed in a cookie (RFC 6265 §4.1.1 excludes commas), so no
 * encoding is needed.
 */

export const IMAGE_TOKEN_COOKIE = 'image_token';
/**
 * A separate cookie for members: a member who opens another studio's gallery in the same browser keeps both tokens. The
 * edge accepts either.
 */
export const MEMBER_IMAGE_TOKEN_COOKIE = 'member_image_token';
/**
 * Header by which the page function names galleries that everybody may see, joined by `-`. The edge replaces it by the
 * visitor's token: a cookie of the page function would be cached with the page, for everybody.
 */
export const OPEN_GALLERIES_HEADER = 'x-open-galleries';
/** Restricts the cookie to image requests. */
export const IMAGE_TOKEN_PATH = '/api/images';
/** Lifetime in milliseconds: the longest time until a revocation ends all access. */
export const IMAGE_TOKEN_MS = 5 * MINUTE_MS;
/** Maximum number of galleries per visitor token, to stay far below a cookie's 4 KB. */
export const MAX_TOKEN_GALLERIES = 20;

/** Scope of a token: some galleries or, for members, all of an account. */
export type ImageTokenScope = { kind: 'galleries'; ids: readonly string[] } | { kind: 'account'; id: string };

export type ImageTokenClaims = {
  /** Expiry, epoch seconds. */
  exp: number;
  scope: ImageTokenScope;
};

export type ParsedImageToken = ImageTokenClaims & {
  /** The signed text. */
  payload: string;
  /** 64 hex digits, not yet verified. */
  signature: string;
};

const TOKEN =
  /^(v1\.(\d{10})\.(?:g:([0-9a-hjkmnp-tv-z]{26}(?:-[0-9a-hjkmnp-tv-z]{26})*)|a:([0-9a-hjkmnp-tv-z]{10})))\.([0-9a-f]{64})$/;

/** Returns the text to sign. The token is this text, a dot, and the HMAC in lower-case hex. */
export function imageTokenPayload(claims: ImageTokenClaims): string {
  const scope = claims.scope;
  return 'v1.' + claims.exp + '.' + (scope.kind === 'account' ? 'a:' + scope.id : 'g:' + scope.ids.join('-'));
}

/** Parses a token; null if it is malformed. The caller checks signature and expiry. */
export function parseImageToken(value: string | undefined): ParsedImageToken | null {
  const match = value ? TOKEN.exec(value) : null;
  if (!match) return null;
  const ids = match[3] === undefined ? [] : match[3].split('-');
  if (ids.length > MAX_TOKEN_GALLERIES) return null;
  const scope: ImageTokenScope =
    match[4] === undefined ? { kind: 'galleries', ids } : { kind: 'account', id: match[4] };
  return { exp: Number(match[2]), scope, payload: match[1]!, signature: match[5]! };
}

/**
 * True if the scope includes the gallery. Gallery ids start with their account's id, so an account's token covers all
 * its galleries.
 */
export function coversGallery(scope: ImageTokenScope, galleryId: string): boolean {
  return scope.kind === 'account' ? galleryId.slice(0, 10) === scope.id : scope.ids.indexOf(galleryId) >= 0;
}
