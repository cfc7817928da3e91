import type { SitePageData } from '#core/api/site-page.ts';
import { isKnownBlock } from '#core/domain/pages.ts';
import { plainText } from './rich-text.tsx';
import { textOf } from './texts.ts';

/** Questions and answers of a page as texts, for search engines. */
export interface SiteSearchData {
  questions: { question: string; answer: string }[];
}

export function siteSearchData(data: SitePageData): SiteSearchData {
  const blocks = data.page.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isKnownBlock);
  const items = blocks.flatMap((block) => (block.kind === 'faq' ? block.items : []));
  return {
    questions: items.map((item) => ({ question: textOf(data, item.question), answer: plainText(data, item.answer) })),
  };
}
