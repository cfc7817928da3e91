import { isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';

export type InvitationResult =
  | { kind: 'opened'; href: string }
  | { kind: 'refused'; reason: 'used' | 'expired' | 'invalid' | 'missing' };

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

/** An invitation's link. */
export class Invitation {
  readonly #options: InvitationOptions;
  #opening: Promise<InvitationResult> | null = null;

  constructor(options: InvitationOptions) {
    this.#options = options;
  }

  /**
   * Redeems the token once. Later calls return the same result while it is pending or has succeeded. Rejects without an
   * answer; the next call then tries again.
   */
  open(): Promise<InvitationResult> {
    this.#opening ??= this.#redeem().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** Requests a new link. Rejects with a Failure. */
  async renew(): Promise<void> {
    const { api, token } = this.#options;
    if (token !== null) await api.renewInvite(token);
  }

  async #redeem(): Promise<InvitationResult> {
    const { api, token, galleryPath, origin } = this.#options;
    // After a reload or a second tap on the mail's link, the visitor session still grants access.
    if (token === null) return this.#openedOr({ kind: 'refused', reason: 'missing' });
    try {
      const { redirectTo } = await api.verifyInvite(token);
      return { kind: 'opened', href: ownAddress(redirectTo, origin) ?? galleryPath };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return this.#openedOr({ kind: 'refused', reason });
    }
  }

  /** Returns the gallery if the visitor has access already, else the refusal. */
  async #openedOr(refusal: InvitationResult): Promise<InvitationResult> {
    const { api, galleryId, galleryPath } = this.#options;
    try {
      const { access } = await api.verify(galleryId);
      return access === 'granted' ? { kind: 'opened', href: galleryPath } : refusal;
    } catch {
      return refusal;
    }
  }
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
