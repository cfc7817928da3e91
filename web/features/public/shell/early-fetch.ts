/** What `web/public/early-fetch.js` has asked before this script was there. */
interface EarlyFetch {
  path: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Null once the page's script is there: whoever comes later need not begin. */
    headStart?: EarlyFetch | null;
  }
}

/** What is under way; from now on nothing more is begun. */
export function takeEarlyFetch(): EarlyFetch | null {
  const taken = window.headStart ?? null;
  window.headStart = null;
  return taken;
}

/** `fetch`, whose first call of the same door is the one that is under way already; a failed one is made anew. */
export function fetchUsingEarlyFetch(
  headStart: EarlyFetch | null,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): typeof globalThis.fetch {
  let early: EarlyFetch | null = headStart;
  return (input, init) => {
    if (!early || input !== early.path || init?.body) return fetch(input, init);
    const { answer } = early;
    early = null;
    return answer.catch(() => fetch(input, init));
  };
}
