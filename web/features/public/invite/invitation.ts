import { isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';

export type InvitationResult =
  | { kind: 'opened'; href: string }
  | { kind: 'refused'; reason: 'used' | 'expired' | 'invalid' | 'missing' }
  /** No answer: worth trying again with the same token. */
  | { kind: 'failed' };

export interface Invitation {
  /** Uses the token, once: asking again while it is under way or after it ended well answers the same. */
  open: () => Promise<InvitationResult>;
  /** Asks for a new link. Rejects with a Failure. */
  renew: () => Promise<void>;
}

interface InvitationOptions {
  api: Pick<PublicApi, 'verify' | 'verifyInvite' | 'renewInvite'>;
  token: string | null;
  galleryId: string;
  /** The gallery's own page, for whom came in already. */
  galleryPath: string;
  origin: string;
}

/** Takes the token out of the address bar: it must not stay in the history, in a screenshot or in a shared link. */
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
    // Reloaded, or the second tap on a mail's link: who came in once is still in, by the visitor session.
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
  // A token that is cut off by a mail program does not even pass as one.
  if (isFailure(error, 'invite_invalid') || isFailure(error, 'validation_failed')) return 'invalid' as const;
  return null;
}

/** The server allows our own addresses alone; a page that is about to leave by itself looks once more. */
function ownAddress(href: string, origin: string): string | null {
  try {
    const url = new URL(href, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
