import { useEffect, useState } from 'react';

export type ShareOutcome = 'copied' | 'refused' | null;

/** Long enough to read one line. */
const SHOWN_MS = 4000;

/** Hands a link to the system's share sheet; where there is none, to the clipboard. */
export function useShare() {
  const [outcome, setOutcome] = useState<ShareOutcome>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const share = async (link: { title: string; url: string }) => setOutcome(await shareLink(link));
  return { outcome, share };
}

async function shareLink(link: { title: string; url: string }): Promise<ShareOutcome> {
  try {
    // On a desk the sheet is a detour: there people want the link itself.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share(link);
      return null;
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
  }
  try {
    await navigator.clipboard.writeText(link.url);
    return 'copied';
  } catch {
    return 'refused';
  }
}
