import { renderToStaticMarkup } from 'react-dom/server';
import type { SitePageData, SiteSearchData } from '#core/api/site-page.ts';
import { isKnownBlock } from '#core/domain/site/page-blocks.ts';
import { photosOf } from './blocks/block-photos.ts';
import { frameOf } from './embeds.ts';
import { largestSource } from './photo.tsx';
import { plainText } from './rich-text.tsx';
import { firstPhoto, SitePage } from './site-page.tsx';
import { textOf } from './texts.ts';

/** Photos that a page names to search engines. */
const MAX_IMAGES = 12;

function siteSearchData(data: SitePageData): SiteSearchData {
  const blocks = data.page.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isKnownBlock);
  const items = blocks.flatMap((block) => (block.kind === 'faq' ? block.items : []));
  const photos = blocks.flatMap((block) => photosOf(data, block)).slice(0, MAX_IMAGES);
  return {
    questions: items.map((item) => ({ question: textOf(data, item.question), answer: plainText(data, item.answer) })),
    images: photos.map(({ photo, alt }) => ({
      src: largestSource(photo),
      width: photo.width,
      height: photo.height,
      alt,
    })),
  };
}

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
