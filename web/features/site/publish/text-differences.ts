/** Elements of a page with one text each. */
const TEXTS = 'h1, h2, h3, p, li, summary, blockquote, figcaption, address > *';

/** Returns the texts of a page's content in order, and the descriptions of its photos. */
export function textsOfPage(page: Document): string[] {
  const main = page.querySelector('main');
  const found = [...(main?.querySelectorAll<HTMLElement>(`${TEXTS}, img[alt]`) ?? [])];
  return found
    .filter((element) => element.querySelector(TEXTS) === null)
    .map((element) =>
      element instanceof HTMLImageElement || element.tagName === 'IMG'
        ? (element.getAttribute('alt') ?? '')
        : (element.textContent ?? ''),
    )
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Returns the texts that only the former or only the present page has, each once. */
export function textDifferences(before: readonly string[], now: readonly string[]) {
  const without = (texts: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return [...new Set(texts)].filter((text) => !known.has(text));
  };
  return { removed: without(before, now), added: without(now, before) };
}
