/*
 * The image token: what the edge asks for before any picture leaves the cache (decisions §4).
 *
 *   v1.{end, epoch seconds}.{g:galleryId-galleryId…|a:accountId}.{HMAC-SHA-256 of what stands before, hex}
 *
 * Like image-params.ts, bundled into the edge function: plain code, no zod. Whoever calls computes the HMAC, since
 * Node and CloudFront have different ways for it. Every letter is allowed in a cookie as it is (RFC 6265 §4.1.1 has
 * no commas), so no encoding is involved.
 */

export const IMAGE_TOKEN_COOKIE = 'image_token';
/**
 * A member's token has a name of its own: whoever looks at a client's gallery in the same browser keeps both. The edge
 * takes either.
 */
export const MEMBER_IMAGE_TOKEN_COOKIE = 'member_image_token';
/** The cookie goes along with requests for pictures, and with nothing else. */
export const IMAGE_TOKEN_PATH = '/api/images';
/** Lifetime in milliseconds: at the longest what it may take until a revocation has ended all access. */
export const IMAGE_TOKEN_MS = 5 * 60 * 1000;
/** A visitor's token names this many galleries at the most, to stay far below a cookie's 4 KB. */
export const MAX_TOKEN_GALLERIES = 20;

/** What a token opens: a few galleries, or for members all of an account. */
export type ImageTokenScope = { kind: 'galleries'; ids: readonly string[] } | { kind: 'account'; id: string };

export type ImageTokenClaims = {
  /** When it ends, epoch seconds. */
  exp: number;
  scope: ImageTokenScope;
};

export type ParsedImageToken = ImageTokenClaims & {
  /** What the signature was made of. */
  payload: string;
  /** 64 hex digits, not yet verified. */
  signature: string;
};

const TOKEN =
  /^(v1\.(\d{10})\.(?:g:([0-9a-hjkmnp-tv-z]{26}(?:-[0-9a-hjkmnp-tv-z]{26})*)|a:([0-9a-hjkmnp-tv-z]{10})))\.([0-9a-f]{64})$/;

/** The text to sign. The token is this, a dot, and the HMAC in lower-case hex. */
export function imageTokenPayload(claims: ImageTokenClaims): string {
  const scope = claims.scope;
  return 'v1.' + claims.exp + '.' + (scope.kind === 'account' ? 'a:' + scope.id : 'g:' + scope.ids.join('-'));
}

/** Takes a token apart; null for anything else. Says nothing about the signature and the end: the caller checks both. */
export function parseImageToken(value: string | undefined): ParsedImageToken | null {
  const match = value ? TOKEN.exec(value) : null;
  if (!match) return null;
  const ids = match[3] === undefined ? [] : match[3].split('-');
  if (ids.length > MAX_TOKEN_GALLERIES) return null;
  const scope: ImageTokenScope =
    match[4] === undefined ? { kind: 'galleries', ids } : { kind: 'account', id: match[4] };
  return { exp: Number(match[2]), scope, payload: match[1]!, signature: match[5]! };
}

/** Whether a scope opens a gallery. Gallery ids begin with their account's, so an account's token covers all of its own. */
export function coversGallery(scope: ImageTokenScope, galleryId: string): boolean {
  return scope.kind === 'account' ? galleryId.slice(0, 10) === scope.id : scope.ids.indexOf(galleryId) >= 0;
}
