/** What `web/public/door.js` has asked before this script was there. */
interface HeadStart {
  path: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    headStart?: HeadStart;
  }
}

/** `fetch`, whose first call of the same door is the one that is under way already; a failed one is made anew. */
export function fetchWithHeadStart(
  headStart: HeadStart | undefined = window.headStart,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): typeof globalThis.fetch {
  let early = headStart;
  return (input, init) => {
    if (!early || input !== early.path || init?.body) return fetch(input, init);
    const { answer } = early;
    early = undefined;
    return answer.catch(() => fetch(input, init));
  };
}
