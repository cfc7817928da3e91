/** Request started by `web/public/early-fetch.js` before this script was loaded. */
interface EarlyFetch {
  path: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Null once this script is loaded: no early request starts after that. */
    earlyFetch?: EarlyFetch | null;
  }
}

/** Returns the early request, once, and prevents a later one. */
export function takeEarlyFetch(): EarlyFetch | null {
  const early = window.earlyFetch ?? null;
  window.earlyFetch = null;
  return early;
}

/** Returns a `fetch` whose first call to the same path uses the early request. Repeats a failed one. */
export function fetchUsingEarlyFetch(
  earlyFetch: EarlyFetch | null,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): typeof globalThis.fetch {
  let early: EarlyFetch | null = earlyFetch;
  return (input, init) => {
    if (!early || input !== early.path || init?.body) return fetch(input, init);
    const { answer } = early;
    early = null;
    return answer.catch(() => fetch(input, init));
  };
}
