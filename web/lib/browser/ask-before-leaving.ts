/** The part of `window` that the question needs. */
type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/**
 * Has the browser ask, in its own words, before the page is left or reloaded.
 * @returns a function that ends it
 */
export function askBeforeLeaving(page: Page = window): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  page.addEventListener('beforeunload', ask);
  return () => page.removeEventListener('beforeunload', ask);
}
