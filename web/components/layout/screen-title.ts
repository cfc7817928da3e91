import { useEffect } from 'react';

/** Title of the page on load: the product name, written by the page function. */
let pageTitle: string | undefined;

/**
 * Sets the document title, which names the screen in tabs, history and screen readers (WCAG 2.4.2). Null leaves the
 * title to another part.
 */
export function useScreenTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    pageTitle ??= document.title;
    document.title = pageTitle ? `${title} · ${pageTitle}` : title;
  }, [title]);
}
