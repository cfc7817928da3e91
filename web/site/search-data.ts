import type { SitePageData } from '#core/api/site-page.ts';
import { isShown } from './blocks.tsx';
import { plainText } from './rich-text.tsx';
import { textOf } from './texts.ts';

/** Questions and answers of a page as texts, for search engines. */
export interface SiteSearchData {
  questions: { question: string; answer: string }[];
}

export function siteSearchData(data: SitePageData): SiteSearchData {
  const blocks = data.page.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isShown);
  const items = blocks.flatMap((block) => (block.kind === 'faq' ? block.items : []));
  return {
    questions: items.map((item) => ({ question: textOf(data, item.question), answer: plainText(data, item.answer) })),
  };
}
