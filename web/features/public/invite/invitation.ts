import { isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';

export type InvitationResult =
  | { kind: 'opened'; href: string }
  | { kind: 'refused'; reason: 'used' | 'expired' | 'invalid' | 'missing' }
  /** No answer: retry with the same token. */
  | { kind: 'failed' };

export interface Invitation {
  /** Redeems the token once. Later calls return the same result while it is pending or has succeeded. */
  open: () => Promise<InvitationResult>;
  /** Requests a new link. Rejects with a Failure. */
  renew: () => Promise<void>;
}

interface InvitationOptions {
  api: Pick<PublicApi, 'verify' | 'verifyInvite' | 'renewInvite'>;
  token: string | null;
  galleryId: string;
  /** Path of the gallery, for visitors with access already. */
  galleryPath: string;
  origin: string;
}

/** Removes the token from the URL and returns it: it must not remain in the history, a screenshot or a shared link. */
export function takeInvitationToken(): string | null {
  const url = new URL(location.href);
  const token = url.searchParams.get('token');
  if (token === null) return null;
  url.searchParams.delete('token');
  history.replaceState(null, '', url.pathname + url.search + url.hash);
  return token;
}

export function createInvitation({ api, token, galleryId, galleryPath, origin }: InvitationOptions): Invitation {
  let opening: Promise<InvitationResult> | null = null;

  async function ask(): Promise<InvitationResult> {
    // After a reload or a second tap on the mail's link, the visitor session still grants access.
    if (token === null) return (await isInside()) ? inside : { kind: 'refused', reason: 'missing' };
    try {
      const { redirectTo } = await api.verifyInvite(token);
      return { kind: 'opened', href: ownAddress(redirectTo, origin) ?? galleryPath };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) return { kind: 'failed' };
      return (await isInside()) ? inside : { kind: 'refused', reason };
    }
  }

  const inside: InvitationResult = { kind: 'opened', href: galleryPath };

  async function isInside(): Promise<boolean> {
    try {
      return (await api.verify(galleryId)).access === 'granted';
    } catch {
      return false;
    }
  }

  async function openOnce(): Promise<InvitationResult> {
    const end = await ask();
    if (end.kind === 'failed') opening = null;
    return end;
  }

  return {
    open: () => (opening ??= openOnce()),
    async renew() {
      if (token !== null) await api.renewInvite(token);
    },
  };
}

function reasonOf(error: unknown) {
  if (isFailure(error, 'invite_used')) return 'used' as const;
  if (isFailure(error, 'invite_expired')) return 'expired' as const;
  // A mail program may cut the token off: the server then rejects it as malformed.
  if (isFailure(error, 'invite_invalid') || isFailure(error, 'validation_failed')) return 'invalid' as const;
  return null;
}

/**
 * Returns the path if the URL has our origin; null otherwise. The server allows no others; check again before
 * redirecting.
 */
function ownAddress(href: string, origin: string): string | null {
  try {
    const url = new URL(href, origin);
    // `/..//elsewhere.example` resolves to a path that a browser would read as another site.
    return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
