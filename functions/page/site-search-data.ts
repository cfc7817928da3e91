import type { SitePageData } from '#core/api/site-page.ts';

/** What the renderer of pages finds for search engines (web/site/search-data.ts). */
export interface SiteSearchData {
  questions: readonly { question: string; answer: string }[];
  images: readonly { src: string; width: number; height: number; alt: string }[];
}

interface Described {
  title: string;
  description: string;
  /** Address of the page. */
  url: string;
  origin: string;
  trail: readonly { title: string; href: string }[];
}

/**
 * Returns schema.org data: the studio as a business, its site, the page's place in it, its photos with their credit, a
 * post as an article, questions as an FAQ.
 */
export function searchData(
  { studio, page, base, language }: SitePageData,
  { questions, images }: SiteSearchData,
  { title, description, url, origin, trail }: Described,
): object {
  const home = `${origin}${base || '/'}`;
  const business = {
    '@type': 'LocalBusiness',
    '@id': `${home}#studio`,
    name: studio.name,
    url: home,
    ...(studio.email && { email: studio.email }),
    ...(studio.phone && { telephone: studio.phone }),
    ...(studio.address && { address: studio.address }),
    ...(studio.socialMedia.length > 0 && { sameAs: studio.socialMedia.map((one) => one.url) }),
  };
  const author = { '@id': business['@id'] };
  const site = { '@type': 'WebSite', '@id': `${home}#site`, name: studio.name, url: home, publisher: author };
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: one.title,
      item: origin + one.href,
    })),
  };
  const { date, kind } = page.settings;
  const post = {
    '@type': 'BlogPosting',
    headline: title,
    url,
    inLanguage: language,
    ...(description && { description }),
    ...(date !== undefined && { datePublished: new Date(date).toISOString() }),
    author,
  };
  const faq = {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  const photos = images.map(({ src, width, height, alt }) => ({
    '@type': 'ImageObject',
    contentUrl: origin + src,
    width,
    height,
    ...(alt && { caption: alt }),
    creator: author,
    creditText: studio.name,
    copyrightNotice: studio.name,
  }));
  const graph = [
    business,
    site,
    ...(trail.length > 0 ? [breadcrumbs] : []),
    ...(kind === 'post' ? [post] : []),
    ...(questions.length > 0 ? [faq] : []),
    ...photos,
  ];
  return { '@context': 'https://schema.org', '@graph': graph };
}
