import type { SitePageData } from '#core/api/site-page.ts';
import { isKnownBlock } from '#core/domain/site/page-blocks.ts';

/** Returns the element of a heading within a block: one level below the page's last heading before it, at most `h3`. */
export function headingWithin({ page }: SitePageData, blockId: string): 'h2' | 'h3' {
  let level = 1;
  for (const { cells } of page.rows) {
    for (const block of cells.flatMap(({ blocks }) => blocks).filter(isKnownBlock)) {
      if (block.id === blockId) return level === 1 ? 'h2' : 'h3';
      if (block.kind === 'heading') level = block.level ?? 2;
    }
  }
  return 'h3';
}
