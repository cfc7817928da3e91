import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { placeOf } from '#web/lib/auth-arrival.ts';
import { NOTHING_RETURNED, takeReturned, type Returned } from './returned.ts';

/**
 * What a link or another service led back to this screen with. The address does not keep it: the history's entry does,
 * so that it is there as long as this visit, and not on the next one.
 */
export function useReturned(): Returned {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const place = placeOf({ pathname, search, hash });
  useEffect(() => {
    const returned = takeReturned(pathname);
    if (returned) void navigate(place, { replace: true, state: { returned } });
  }, [pathname, place, navigate]);
  return (state as { returned?: Returned } | null)?.returned ?? NOTHING_RETURNED;
}
