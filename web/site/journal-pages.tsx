import type { SitePageData } from '#core/api/site-page.ts';
import { SITE_TEXTS } from './texts.ts';

/** Links below the list of posts: its other pages, and the feed. */
export function JournalPages({ data: { journal, feed, language } }: { data: SitePageData }) {
  if (!journal) return null;
  const texts = SITE_TEXTS[language];
  const { number, count, newer, older } = journal;
  return (
    <section className="row width-standard spacing-small">
      <div className="cells journal-pages">
        {count > 1 && (
          <nav aria-label={texts.pages}>
            <ul>
              {newer && (
                <li>
                  <a href={newer} rel="prev">
                    {texts.newer}
                  </a>
                </li>
              )}
              <li>{texts.pageOf.replace('{{number}}', String(number)).replace('{{count}}', String(count))}</li>
              {older && (
                <li>
                  <a href={older} rel="next">
                    {texts.older}
                  </a>
                </li>
              )}
            </ul>
          </nav>
        )}
        {feed && (
          <a href={feed} type="application/rss+xml" className="feed">
            {texts.feed}
          </a>
        )}
      </div>
    </section>
  );
}
