import { renderToStaticMarkup } from 'react-dom/server';
import type { SitePageData } from '#core/api/site-page.ts';
import { frameOf } from './embeds.ts';
import { isKnownBlock } from '#core/domain/site/page-blocks.ts';
import { siteSearchData } from './search-data.ts';
import { firstPhoto, SitePage } from './site-page.tsx';

/** Returns the HTML of a page of a studio's website, and what its head and its policy need. */
export function renderSite(data: SitePageData) {
  const blocks = data.page.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isKnownBlock);
  const frames = blocks.flatMap((block) => (block.kind === 'embed' ? (frameOf(block.url)?.origin ?? []) : []));
  return {
    html: renderToStaticMarkup(<SitePage data={data} />),
    preload: firstPhoto(data),
    searchData: siteSearchData(data),
    frames: [...new Set(frames)],
  };
}
