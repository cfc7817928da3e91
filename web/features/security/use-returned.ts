import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { cleanPath } from '#web/lib/auth-arrival.ts';
import { NO_REDIRECT_RESULT, takeRedirectResult, type RedirectResult } from './returned.ts';

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
