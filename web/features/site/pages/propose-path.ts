import { slugFrom } from '#core/domain/galleries/gallery-link.ts';
import { isPathOf, type PageKind } from '#core/domain/site/pages.ts';
import { JOURNAL } from '#core/domain/site/site-links.ts';

/** Returns a free path for a page with this title: `About me` → `about-me`, and `journal/about-me` for a post. */
export function proposePath(title: string, kind: PageKind, taken: ReadonlySet<string>): string {
  const base = (kind === 'post' ? `${JOURNAL}/` : '') + (slugFrom(title) || kind);
  for (let number = 1; ; number++) {
    const path = number === 1 ? base : `${base}-${number}`;
    if (isPathOf(kind, path) && !taken.has(path)) return path;
  }
}
