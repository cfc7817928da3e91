import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { cleanPath, readAuthRedirect } from '#web/lib/auth/auth-redirect.ts';

/** What the auth service hung to the address that a link or another service led back to. */
export interface RedirectResult {
  /** Why it failed, as a code. */
  failure: string | null;
  /** One of the two links of a change of e-mail was opened; the other is missing. */
  half: boolean;
  /** The change of e-mail is complete. */
  changed: boolean;
}

const NO_REDIRECT_RESULT: RedirectResult = { failure: null, half: false, changed: false };

/** Reads an address as the page was opened with. */
export function readRedirectResult(href: string): RedirectResult {
  // Whoever comes back here is signed in; what failed says the same in any case.
  const failure = readAuthRedirect(href, true).failure?.code ?? null;
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  return {
    failure,
    // The service's word for it is a sentence of its own, in English.
    half: !failure && fragment.has('message'),
    changed: !failure && fragment.get('type') === 'email_change' && fragment.has('access_token'),
  };
}

// Read once, before the auth client takes the fragment away.
let waiting: RedirectResult | null = readRedirectResult(location.href);
const { pathname: openedAt } = location;

/** What the page was opened with, for the screen that it was opened at, and once; null for any other. */
function takeRedirectResult(pathname: string): RedirectResult | null {
  const taken = pathname === openedAt ? waiting : null;
  if (taken) waiting = null;
  return taken;
}

/**
 * What a link or another service led back to this screen with. The address does not keep it: the history's entry does,
 * so that it is there as long as this visit, and not on the next one.
 */
export function useRedirectResult(): RedirectResult {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const place = cleanPath({ pathname, search, hash });
  useEffect(() => {
    const returned = takeRedirectResult(pathname);
    if (returned) void navigate(place, { replace: true, state: { returned } });
  }, [pathname, place, navigate]);
  return (state as { returned?: RedirectResult } | null)?.returned ?? NO_REDIRECT_RESULT;
}
