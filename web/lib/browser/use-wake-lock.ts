import { useEffect } from 'react';

/**
 * Keeps the screen on while active, as during a slideshow or an upload. Browsers release the lock of a hidden page: it
 * is requested again once the page is visible.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: Promise<WakeLockSentinel> | null = null;
    const request = () => {
      if (document.visibilityState !== 'visible') return;
      lock = navigator.wakeLock.request('screen');
      // Refused on a low battery: the screen then turns off as usual.
      lock.catch(() => {});
    };
    request();
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      lock?.then((held) => held.release()).catch(() => {});
    };
  }, [active]);
}
