import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openedHref } from '#web/lib/auth/arriving-session.ts';
import { cleanPath, readAuthRedirect } from '#web/lib/auth/auth-redirect.ts';

/** Result that the auth service added to the URL of a redirect. */
export interface RedirectResult {
  /** Error code of a failure; null on success. */
  failure: string | null;
  /** True if one of the two links of an email change was opened and the other is still missing. */
  half: boolean;
  /** True once the email change is complete. */
  changed: boolean;
}

const NO_REDIRECT_RESULT: RedirectResult = { failure: null, half: false, changed: false };

/** Reads the result from the URL of the page load. */
function readRedirectResult(href: string): RedirectResult {
  // The user is signed in, so pass `returning: true`.
  const failure = readAuthRedirect(href, true).failure?.code ?? null;
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  return {
    failure,
    // The service's message is an English sentence: check only that it exists.
    half: !failure && fragment.has('message'),
    changed: !failure && fragment.get('type') === 'email_change' && fragment.has('access_token'),
  };
}

let pendingResult: RedirectResult | null = readRedirectResult(openedHref);
const { pathname: openedAt } = new URL(openedHref);

/** Returns the redirect result once, to the screen at which the page was opened; null to any other. */
function takeRedirectResult(pathname: string): RedirectResult | null {
  const result = pathname === openedAt ? pendingResult : null;
  if (result) pendingResult = null;
  return result;
}

/**
 * Returns the result of the redirect to this screen. Kept in the history state instead of the URL, so that it lasts for
 * this visit only.
 */
export function useRedirectResult(): RedirectResult {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const path = cleanPath({ pathname, search, hash });
  useEffect(() => {
    const returned = takeRedirectResult(pathname);
    if (returned) void navigate(path, { replace: true, state: { returned } });
  }, [pathname, path, navigate]);
  return (state as { returned?: RedirectResult } | null)?.returned ?? NO_REDIRECT_RESULT;
}
