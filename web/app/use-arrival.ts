import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** After a navigation that took the focused element away, the keyboard goes on at the new screen's beginning. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
