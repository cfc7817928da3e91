import { DAY_MS } from '../values/durations.ts';

/** A preview link is valid for so long, in milliseconds. */
export const PREVIEW_MS = DAY_MS;
/** Preview links of a studio; a further one ends the oldest. */
export const MAX_PREVIEWS = 50;

/** 256 bits in base64url. */
const PATH = /^\/preview(\/frame)?\/([\w-]{43})(\/.*)?$/;

/**
 * Returns the path at which a preview begins.
 * @param isFrame true for a frame of the back office, which has image rights of its own
 */
export function previewPath(token: string, isFrame: boolean): string {
  return `/preview${isFrame ? '/frame' : ''}/${token}`;
}

/** Parses the path of a page in a preview; null for any other. `path` is empty for the first page. */
export function readPreviewPath(path: string): { token: string; isFrame: boolean; path: string } | null {
  const [, frame, token, rest = ''] = PATH.exec(path) ?? [];
  return token ? { token, isFrame: frame !== undefined, path: rest } : null;
}
