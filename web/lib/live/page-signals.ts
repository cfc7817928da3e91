/** The state of the page that a connection reads. */
export interface PageSignals {
  isVisible: () => boolean;
  /** Calls back when the page is shown or hidden, and when the network is back. Returns a function that ends it. */
  subscribe: (listener: (signal: 'visibility' | 'online') => void) => () => void;
}

export const browserSignals: PageSignals = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    const onVisibility = () => listener('visibility');
    const onOnline = () => listener('online');
    document.addEventListener('visibilitychange', onVisibility);
    // A page of the back/forward cache has lost its connection.
    window.addEventListener('pageshow', onVisibility);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pageshow', onVisibility);
      window.removeEventListener('online', onOnline);
    };
  },
};
