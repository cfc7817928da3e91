import { useEffect } from 'react';

/** What the page was called when it came: the product's name, written by the page function. */
let pageTitle: string | undefined;

/** Names the screen in the tab, in the history and to screen readers (WCAG 2.4.2); null leaves it to another part. */
export function useScreenTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    pageTitle ??= document.title;
    document.title = pageTitle ? `${title} · ${pageTitle}` : title;
  }, [title]);
}
