import { renderToStaticMarkup } from 'react-dom/server';
import type { SitePageData } from '#core/api/site-page.ts';
import { siteSearchData } from './search-data.ts';
import { firstPhoto, SitePage } from './site-page.tsx';

/** Returns the HTML of a page of a studio's website, which has no script of its own, and what its head needs. */
export function renderSite(data: SitePageData) {
  return {
    html: renderToStaticMarkup(<SitePage data={data} />),
    preload: firstPhoto(data),
    searchData: siteSearchData(data),
  };
}
